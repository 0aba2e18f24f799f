import type { PortalUserDetails, PortalUserHome } from '@azulejo/contract';
import { inWords } from '@azulejo/model';
import { type RenderedTile, renderTile, valueKey } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '../../../../design/form-error.tsx';
import { activeDictionary } from '../../../../languages/dictionary.ts';
import { TileView } from '../../../../tiles/tile-view.tsx';
import { usePortal } from '../../../session/portal.ts';
import { Section } from '../../../ui/section.tsx';
import { ChannelTable } from './channel-table.tsx';
import classes from './user-home.module.css';

/** Number of tiles before the list is expanded. */
const SHOWN = 24;

/**
 * Shows the home as the user sees it. It is loaded on request, because each look is recorded in the audit
 * log.
 */
export function UserHome({ user }: { user: PortalUserDetails }) {
  const portal = usePortal();
  const look = useMutation({ mutationFn: () => portal.users.home({ user_id: user.id }) });
  const areas = look.data && drawHome(look.data, user.preferences);
  return (
    <Section
      title="Home"
      text={t`As the user sees it, with the latest values. Viewing it is recorded in the audit log.`}
    >
      <div role="status">
        <FormError error={look.error} />
        {areas?.length === 0 && (
          <Text c="dimmed">
            <Trans>This home is empty.</Trans>
          </Text>
        )}
        {areas && areas.length > 0 && (
          <span className="visually-hidden">
            <Trans>Showing the home.</Trans>
          </span>
        )}
      </div>
      {areas && areas.length > 0 && <Areas areas={areas} />}
      {look.data && look.data.channels.length > 0 && (
        <div>
          <Title order={3} size="h5" mb="xs">
            <Trans>Channels</Trans>
          </Title>
          <ChannelTable home={look.data} />
        </div>
      )}
      <Group>
        <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
          {areas ? t`Refresh` : t`Show the home`}
        </Button>
      </Group>
    </Section>
  );
}

function Areas({ areas }: { areas: readonly DrawnArea[] }) {
  return (
    <Stack gap="lg">
      {areas.map((area) => (
        <Area key={area.id} area={area} />
      ))}
    </Stack>
  );
}

function Area({ area: { label, tiles } }: { area: DrawnArea }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? tiles : tiles.slice(0, SHOWN);
  return (
    <section aria-label={label}>
      <Title order={3} size="h5" mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Title>
      <div className={classes.tiles}>
        {shown.map(({ rendered, kind }) => (
          <TileView key={rendered.id} tile={rendered} kind={kind} />
        ))}
      </div>
      {shown.length < tiles.length && (
        <Button variant="subtle" mt="xs" onClick={() => setWhole(true)}>
          <Trans>Show all {tiles.length}</Trans>
        </Button>
      )}
    </section>
  );
}

/** A tile to render; `kind` chooses the icon. */
type DrawnTile = { rendered: RenderedTile; kind: string | undefined };

type DrawnArea = { id: string; label: string; tiles: readonly DrawnTile[] };

/**
 * Returns the areas in the order of the user's home, each with its rendered tiles and those of its groups.
 */
function drawHome(home: PortalUserHome, preferences: PortalUserDetails['preferences']): DrawnArea[] {
  const units = preferences.units === 'imperial' ? 'imperial' : 'metric';
  const words = activeDictionary();
  const channels = new Map(home.channels.map((channel) => [channel.id, channel]));
  const values = Map.groupBy(home.values, ({ channel }) => channel);
  const parents = new Map(home.groups.map(({ id, parent }) => [id, parent ?? id]));
  const drawn = home.tiles.flatMap((tile) => {
    const channel = channels.get(tile.channel);
    if (!channel) return [];
    const known = (values.get(tile.channel) ?? []).map(
      ({ component, property, data }) => [valueKey(component, property), data] as const,
    );
    const local = words ? inWords(channel, words) : channel;
    const rendered = renderTile(tile, local, new Map(known), { units, words });
    const drawing = { rendered, kind: tile.components[0]?.type };
    return tile.groups.map((group) => ({ area: parents.get(group) ?? group, drawing }));
  });
  return home.groups
    .filter(({ parent }) => parent === undefined)
    .sort((one, other) => one.position - other.position)
    .map(({ id, label }) => ({
      id,
      label,
      tiles: drawn.filter(({ area }) => area === id).map(({ drawing }) => drawing),
    }))
    .filter(({ tiles }) => tiles.length > 0);
}
