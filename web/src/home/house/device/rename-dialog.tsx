import { MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../data/session/session.ts';
import type { Device } from '../../devices/tiles/use-device.ts';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import { useTask } from './use-task.ts';

/** Renames the device's tiles. Other people's names for it stay. */
export function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { client } = useSession();
  const [labels, setLabels] = useState(() => new Map(device.tiles.map(({ id, label }) => [id, label])));
  const rename = useTask(
    async () => {
      for (const { id, label } of device.tiles) {
        const next = labels.get(id)?.trim() ?? label;
        if (next !== label) await client.tiles.update({ user_id: 'me', tile_id: id, label: next });
      }
    },
    { done: t`Renamed.`, onDone: onClose },
  );
  return (
    <TaskDialog
      title={t`Rename`}
      yes={t`Rename`}
      canSubmit={[...labels.values()].every((label) => label.trim() !== '')}
      isBusy={rename.isPending}
      error={rename.error}
      onSubmit={() => rename.mutate(undefined)}
      onClose={onClose}
    >
      {device.tiles.map(({ id, label }, index) => (
        <TextInput
          key={id}
          label={device.tiles.length > 1 ? t`Name of “${label}”` : t`Name`}
          maxLength={MAX_NAME_LENGTH}
          value={labels.get(id) ?? ''}
          onChange={({ currentTarget: { value } }) => setLabels((before) => new Map(before).set(id, value))}
          {...(index === 0 && { 'data-autofocus': true })}
        />
      ))}
    </TaskDialog>
  );
}
