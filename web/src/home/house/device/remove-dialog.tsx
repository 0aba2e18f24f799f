import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { AffectedAutomations } from '../../automation/automations/of-device/affected-automations.tsx';
import { useSession } from '../../data/session/session.ts';
import type { Device } from '../../devices/tiles/use-device.ts';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import { useTask } from './use-task.ts';

/** Removes the device. A person's right to use it ends with its last tile. */
export function RemoveDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { name } = device;
  const { client } = useSession();
  const navigate = useNavigate();
  const remove = useTask(
    async () => {
      for (const { id } of device.tiles) await client.tiles.remove({ user_id: 'me', tile_id: id });
      await navigate({ to: '/' });
    },
    { done: t`${name} was removed.`, onDone: onClose },
  );
  const tiles = device.tiles.length;
  return (
    <TaskDialog
      title={t`Remove ${name}?`}
      yes={t`Remove`}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Text>
        {plural(tiles, {
          one: 'It is removed from your home, and you can no longer see or control it.',
          other: 'Its # tiles are removed from your home, and you can no longer see or control it.',
        })}{' '}
        <Trans>
          People you share it with keep it. If no one else has it, its history may be deleted for good.
        </Trans>
      </Text>
      <AffectedAutomations named={{ member: 'channel', id: device.channel.id }} />
    </TaskDialog>
  );
}
