import type { Scene } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useSession } from '../../data/session/session.ts';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import { AffectedAutomations } from '../automations/of-device/affected-automations.tsx';
import { useChangeScenes } from './use-scenes.ts';

type Props = { scene: Scene; onClose: () => void; onDeleted: () => void };

/** Asks before a scene is deleted. */
export function DeleteScene({ scene: { id, label }, onClose, onDeleted }: Props) {
  const { client } = useSession();
  const remove = useChangeScenes(() => client.scenes.remove({ scene_id: id }), onDeleted);
  return (
    <TaskDialog
      title={t`Delete ${label}?`}
      yes={t`Delete`}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Text>
        <Trans>Nothing changes on its devices.</Trans>
      </Text>
      <AffectedAutomations named={{ member: 'scene', id }} />
    </TaskDialog>
  );
}
