import type { Channel, Tile } from '@azulejo/contract';
import { plural } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { errorText } from '../../../design/error-text.ts';
import { TileView } from '../../../tiles/tile-view.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { useRevealed } from '../../kit/ui/use-revealed.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { useTileSnapshot } from '../tiles/use-tile-snapshot.ts';
import type { Added } from './add-found.ts';
import classes from './catalogue.module.css';

/** Shows what was added to the home. `others` is the number of further devices, whose tiles are not shown. */
export function AddedPanel({ added, others = 0 }: { added: Added; others?: number }) {
  const home = useHome();
  const { ids, wereThere, unplaced } = added;
  const heading = useRevealed<HTMLHeadingElement>();
  const tiles = home.tiles.flatMap((tile) => {
    const channel = ids.includes(tile.channel) ? home.channels.get(tile.channel) : undefined;
    return channel ? [{ tile, channel }] : [];
  });
  return (
    <Stack gap="md">
      <Text component="h2" ref={heading} tabIndex={-1} className={classes.revealed} fw={650} size="lg" m={0}>
        {wereThere
          ? plural(ids.length, { one: 'It is in your home already', other: 'They are in your home already' })
          : plural(ids.length, { one: 'It is in your home', other: 'They are in your home' })}
      </Text>
      {unplaced !== undefined && (
        <Text role="alert">
          <Trans>Some devices could not be placed in the area you chose. {errorText(unplaced)}</Trans>
        </Text>
      )}
      <ul className={classes.tiles}>
        {tiles.map(({ tile, channel }) => (
          <li key={tile.id}>
            <NewTile tile={tile} channel={channel} />
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Text>
          <Plural value={others} one="And # other device." other="And # other devices." />
        </Text>
      )}
      <Group>
        <Button renderRoot={(props) => <Link to="/" {...props} />} size="md">
          <Trans>Go to your home</Trans>
        </Button>
        <Button renderRoot={(props) => <Link to="/add" {...props} />} size="md" variant="default">
          <Trans>Add another</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

/** Shows the tile as in the home, but without actions. */
function NewTile({ tile, channel }: { tile: Tile; channel: Channel }) {
  const router = useRouter();
  const snapshot = useTileSnapshot(tile, channel, usePreferences());
  const to = { to: '/devices/$channelId', params: { channelId: channel.id } } as const;
  return (
    <TileView
      tile={snapshot.tile}
      kind={tile.components[0]?.type}
      isVirtual={channel.virtual}
      isSilent={snapshot.isSilent}
      href={router.buildLocation(to).publicHref}
      onOpen={() => void router.navigate(to)}
    />
  );
}
