import type { Tile } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { IconSearch } from '../../../../../design/icons.generated.ts';
import { useHome } from '../../../../data/live/use-home.ts';
import { arrange } from '../../../../devices/tiles/arrangement.ts';
import { findByWords } from '../../../../kit/ui/search-words.ts';
import { useEditor } from '../shared/editor-context.ts';
import { type Offer, offersOf } from '../words/offers.ts';
import { DeviceRow } from './device-row.tsx';
import classes from './panels.module.css';
import type { PickerProps } from './picker-props.ts';

/** How many devices are listed at once; the others are found by their name. */
const MAX_SHOWN = 60;

type Props = PickerProps & {
  /** The part that is replaced; its device is opened. */
  present: unknown;
};

/** Lists devices by room, with search, each with what it can report or do and its current state. */
export function DevicePicker({ clause, onChoose, present }: Props) {
  const offered = useOffered(clause);
  const own = channelOf(present);
  const [text, setText] = useState('');
  const [room, setRoom] = useState<string>();
  const [opened, setOpened] = useState(() => offered.find(({ tile }) => tile.channel === own)?.tile.id);
  const rooms = [...new Map(offered.map((each) => [each.roomId, each.room]))];
  const found = findByWords(offered, text, ({ tile, room: name, offers }) => ({
    known: `${tile.label} ${name}`,
    states: () => offers().map((each) => each.text),
  })).filter(({ roomId }) => room === undefined || roomId === room);
  const shown = found.slice(0, MAX_SHOWN);
  const rest = found.length - shown.length;
  return (
    <>
      <TextInput
        type="search"
        size="md"
        data-autofocus
        aria-label={t`Device, room, or what happens`}
        placeholder={t`Device, room, or what happens`}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {rooms.length > 1 && <RoomChips rooms={rooms} chosen={room} onChoose={setRoom} />}
      <div className={classes.devices}>
        {[...Map.groupBy(shown, (each) => each.room)].map(([name, devices]) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            {devices.map(({ tile, offers }) => (
              <DeviceRow
                key={tile.id}
                label={tile.label}
                kind={tile.components[0]?.type}
                isOpen={opened === tile.id || found.length === 1}
                offers={offers}
                present={present}
                onToggle={() => setOpened(opened === tile.id ? undefined : tile.id)}
                onChoose={({ part }) => onChoose(part)}
              />
            ))}
          </section>
        ))}
        <p className={classes.note} role="status">
          {found.length === 0 && (offered.length === 0 ? noneText(clause) : t`No device matches.`)}
          {rest > 0 &&
            plural(rest, {
              one: '# more device. Search to find it.',
              other: '# more devices. Search to find them.',
            })}
        </p>
      </div>
    </>
  );
}

const noneText = (clause: PickerProps['clause']): string =>
  clause === 'then' ? t`No device here can be set.` : t`No device here reports anything.`;

type ChipsProps = {
  rooms: readonly (readonly [id: string, label: string])[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
};

export function RoomChips({ rooms, chosen, onChoose }: ChipsProps) {
  return (
    <fieldset className={classes.rooms} aria-label={t`Rooms`}>
      {rooms.map(([id, label]) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id === chosen ? undefined : id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

type Offered = {
  readonly tile: Tile;
  readonly room: string;
  readonly roomId: string;
  /** Returns what it offers. It is called only when that is needed. */
  readonly offers: () => readonly Offer[];
};

/** Returns the devices that offer something to the clause, in the order of the home. */
function useOffered(clause: PickerProps['clause']): readonly Offered[] {
  const { tiles, groups, channels } = useHome();
  const { wording } = useEditor();
  return useMemo(
    () =>
      arrange(
        // A tile that is in several places is offered in the first.
        tiles.map((tile) => ({ ...tile, groups: tile.groups.slice(0, 1) })),
        groups,
      ).flatMap(({ group, tiles: own, groups: inner }) =>
        [...own, ...inner.flatMap((each) => each.tiles)].flatMap((tile): readonly Offered[] => {
          const channel = channels.get(tile.channel);
          if (!channel) return [];
          let cached: readonly Offer[] | undefined;
          const ids = new Set(tile.components.map(({ id }) => id));
          const components = channel.components.filter(({ id }) => ids.has(id));
          const offers = () => {
            cached ??= offersOf(clause, channel, components, wording);
            return cached;
          };
          const isUseful = clause !== 'then' || channel.properties.some(({ isActionable }) => isActionable);
          return isUseful ? [{ tile, room: group.label, roomId: group.id, offers }] : [];
        }),
      ),
    [tiles, groups, channels, clause, wording],
  );
}

function channelOf(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  const { property, set, channel } = part as Readonly<Record<string, { channel?: string } | undefined>>;
  return property?.channel ?? set?.channel ?? (typeof channel === 'string' ? channel : undefined);
}
