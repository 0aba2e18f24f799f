import type { PortalDevice } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Badge, Group } from '@mantine/core';
import { StateBadge } from '../../identity/applications/state-badge.tsx';

const claims = (): Readonly<Record<PortalDevice['claim'], string | undefined>> => ({
  none: undefined,
  used: undefined,
  open: t`Waiting to be claimed`,
  expired: t`Claim code expired`,
});

/** Says in words whether the device is connected, and what is special about it. */
export function DeviceState({ device }: { device: PortalDevice }) {
  const claim = claims()[device.claim];
  return (
    <Group gap={6} component="span">
      <StateBadge state={device.state} />
      {claim && (
        <Badge variant="light" color="ocre" tt="none" component="span">
          {claim}
        </Badge>
      )}
      {device.state === 'enabled' &&
        (device.is_connected ? t({ message: 'Connected', context: 'state' }) : t`Not connected`)}
    </Group>
  );
}
