import type { TileGroup } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import type { Device } from '../../devices/tiles/use-device.ts';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import { useTask } from './use-task.ts';

/** Moves the device to another area, or a group in one. All its tiles move together. */
export function MoveDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { client } = useSession();
  const { groups } = useHome();
  const before = device.place.at(-1)?.id ?? '';
  const [place, setPlace] = useState(before);
  const move = useTask(
    async () => {
      for (const { id } of device.tiles)
        await client.tiles.update({ user_id: 'me', tile_id: id, groups: [place] });
    },
    { done: t`Moved.`, onDone: onClose },
  );
  return (
    <TaskDialog
      title={t`Move ${{ device: device.name }}`}
      yes={t`Move`}
      canSubmit={place !== before}
      isBusy={move.isPending}
      error={move.error}
      onSubmit={() => move.mutate(undefined)}
      onClose={onClose}
    >
      <NativeSelect
        label={t`Area or group`}
        data={placesOf(groups)}
        value={place}
        onChange={({ currentTarget }) => setPlace(currentTarget.value)}
        data-autofocus
      />
    </TaskDialog>
  );
}

function placesOf(groups: readonly TileGroup[]) {
  const areas = new Map(groups.map(({ id, label }) => [id, label]));
  return groups
    .filter(({ kind }) => kind === 'device')
    .map(({ id, label, parent }) => ({
      value: id,
      label: parent ? `${areas.get(parent) ?? ''} › ${label}` : label,
    }));
}
