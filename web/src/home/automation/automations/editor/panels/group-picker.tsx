import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { useHome } from '../../../../data/live/use-home.ts';
import { useEditor } from '../shared/editor-context.ts';
import { groupIn } from '../shared/use-members.ts';
import { offeredGroups } from '../words/groups.ts';
import { Choices } from './choices.tsx';
import { DevicePicker, RoomChips } from './device-picker.tsx';
import { DeviceRow } from './device-row.tsx';
import classes from './panels.module.css';
import type { PickerProps } from './picker-props.ts';

type Props = PickerProps & {
  /** The part that is replaced. */
  present: unknown;
};

/** Chooses one device, or several of a kind. */
export function DevicesPicker(props: Props) {
  const isGroup = groupIn((props.present ?? {}) as Readonly<Record<string, unknown>>) !== undefined;
  const [amount, setAmount] = useState<'one' | 'several'>(isGroup ? 'several' : 'one');
  return (
    <>
      <Choices
        label={t`How many devices`}
        value={amount}
        options={[
          { value: 'one', label: t`One device` },
          { value: 'several', label: t`Several of a kind` },
        ]}
        onChange={setAmount}
      />
      {amount === 'one' ? <DevicePicker {...props} /> : <GroupPicker {...props} />}
    </>
  );
}

/** Lists the kinds of which the home, or a room, has several devices, each with what all of them can do. */
function GroupPicker({ clause, onChoose, present }: Props) {
  const { channels, tiles, groups } = useHome();
  const { wording } = useEditor();
  const own = groupIn((present ?? {}) as Readonly<Record<string, unknown>>);
  const [room, setRoom] = useState(own?.room);
  const [opened, setOpened] = useState<string>();
  const devices = useMemo(() => ({ channels, tiles, groups }), [channels, tiles, groups]);
  const offered = useMemo(
    () => offeredGroups(clause, devices, room, wording),
    [clause, devices, room, wording],
  );
  const used = new Set(tiles.flatMap((tile) => tile.groups));
  const rooms = groups.filter(({ id }) => used.has(id)).map(({ id, label }) => [id, label] as const);
  return (
    <>
      {rooms.length > 1 && <RoomChips rooms={rooms} chosen={room} onChoose={setRoom} />}
      <div className={classes.devices}>
        {offered.map(({ key, label, kind, count, offers }) => (
          <DeviceRow
            key={key}
            label={label}
            kind={kind}
            count={count}
            isOpen={opened === key}
            offers={() => offers}
            present={present}
            onToggle={() => setOpened(opened === key ? undefined : key)}
            onChoose={({ part }) => onChoose(part)}
          />
        ))}
        <p className={classes.note} role="status">
          {offered.length === 0
            ? t`There are not two devices of a kind here.`
            : t`Devices that are added later are included.`}
        </p>
      </div>
    </>
  );
}
