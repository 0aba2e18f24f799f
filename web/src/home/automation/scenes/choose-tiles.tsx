import type { Tile } from '@azulejo/contract';
import { MAX_SETTINGS } from '@azulejo/contract/limits';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { FormError } from '../../../design/form-error.tsx';
import { IconSearch } from '../../../design/icons.generated.ts';
import { useHome } from '../../data/live/use-home.ts';
import { arrange } from '../../devices/tiles/arrangement.ts';
import { findByWords } from '../../kit/ui/search-words.ts';
import classes from './scenes.module.css';
import { settableOf } from './settable.ts';

/** The contract has the same limit. */
/** The number of devices from which a search field is shown. */
const MIN_SEARCHED = 12;

type Props = {
  /** These tiles are not offered. */
  without: readonly Tile[];
  isBusy: boolean;
  error: unknown;
  onChosen: (tiles: readonly Tile[]) => void;
  onCancel: () => void;
};

/** Chooses devices by room, whose present values the scene takes. */
export function ChooseTiles({ without, isBusy, error, onChosen, onCancel }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState('');
  const { offered, rooms } = useOffered(without, text);
  const choose = (some: readonly Tile[], isChosen: boolean) =>
    setChosen((before) => {
      const ids = some.map(({ id }) => id);
      return new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id)));
    });
  const isTooMany = chosen.size > MAX_SETTINGS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.size > 0 && !isTooMany) onChosen(offered.filter(({ id }) => chosen.has(id)));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          <Trans>Choose the devices that are now as the scene should set them.</Trans>
        </Text>
        {offered.length >= MIN_SEARCHED && (
          <TextInput
            type="search"
            aria-label={t`Search devices`}
            placeholder={t`Search devices`}
            leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
            size="md"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        {offered.length === 0 && (
          <Text c="dimmed">
            <Trans>You have no other devices that a scene can set.</Trans>
          </Text>
        )}
        {rooms.map(({ group, tiles: inRoom }) => (
          <RoomChoice key={group.id} label={group.label} tiles={inRoom} chosen={chosen} onChoose={choose} />
        ))}
        {isTooMany && (
          <Text c="var(--azulejo-bad)" role="alert">
            {plural(MAX_SETTINGS, { one: 'Choose at most # device.', other: 'Choose at most # devices.' })}
          </Text>
        )}
        <FormError error={error} />
        <DialogButtons onCancel={onCancel}>
          <Button type="submit" loading={isBusy} disabled={chosen.size === 0 || isTooMany}>
            <Trans context="button">Continue</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Returns the tiles that a scene can set, and by room those of them that the search finds. */
function useOffered(without: readonly Tile[], text: string) {
  const { tiles, groups, channels } = useHome();
  const offered = useMemo(() => {
    const given = new Set(without.map(({ id }) => id));
    return tiles.filter((tile) => {
      const channel = channels.get(tile.channel);
      return !given.has(tile.id) && channel !== undefined && settableOf(tile, channel).length > 0;
    });
  }, [tiles, channels, without]);
  const found = findByWords(offered, text, ({ label }) => ({ known: label }));
  // A tile that is in several places is offered in the first.
  const rooms = arrange(
    found.map((tile) => ({ ...tile, groups: tile.groups.slice(0, 1) })),
    groups,
  ).map(({ group, ...area }) => ({ group, tiles: [area, ...area.groups].flatMap((each) => each.tiles) }));
  return { offered, rooms };
}

type RoomProps = {
  label: string;
  tiles: readonly Tile[];
  chosen: ReadonlySet<string>;
  onChoose: (tiles: readonly Tile[], isChosen: boolean) => void;
};

/** Lists the devices of a room, with a box for all of them. */
function RoomChoice({ label, tiles, chosen, onChoose }: RoomProps) {
  const count = tiles.filter(({ id }) => chosen.has(id)).length;
  return (
    <fieldset className={classes.room}>
      <legend className="visually-hidden">{label}</legend>
      <Checkbox
        size="md"
        fw={600}
        label={label}
        checked={count === tiles.length}
        indeterminate={count > 0 && count < tiles.length}
        onChange={({ currentTarget }) => onChoose(tiles, currentTarget.checked)}
      />
      <div className={classes.tiles}>
        {tiles.map((tile) => (
          <Checkbox
            key={tile.id}
            size="md"
            label={tile.label}
            checked={chosen.has(tile.id)}
            onChange={({ currentTarget }) => onChoose([tile], currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
