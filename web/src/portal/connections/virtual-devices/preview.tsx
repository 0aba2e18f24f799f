import type { PortalVirtualDeviceDetails } from '@azulejo/contract';
import { renderTile } from '@azulejo/sdk';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { TileView } from '../../../tiles/tile-view.tsx';
import type { DeviceValues } from './use-device-values.ts';

/** Shows the tiles as the person sees them. */
export function Preview({ device, values }: { device: PortalVirtualDeviceDetails; values: DeviceValues }) {
  const { channel, tiles } = device;
  if (!channel || tiles.length === 0)
    return (
      <Text c="dimmed" size="sm">
        <Trans>No one has a tile of this device.</Trans>
      </Text>
    );
  const known = new Map([...values].map(([key, { data }]) => [key, data] as const));
  return (
    <Stack gap="sm">
      {tiles.map((tile) => (
        <TileView key={tile.id} tile={renderTile(tile, channel, known)} kind={tile.components[0]?.type} />
      ))}
    </Stack>
  );
}
