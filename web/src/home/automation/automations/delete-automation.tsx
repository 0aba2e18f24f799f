import type { Automation } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../data/session/session.ts';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import { AUTOMATIONS } from './data/automations-query.ts';
import { AffectedAutomations } from './of-device/affected-automations.tsx';

/** Asks before an automation is deleted, and then opens the list of automations. */
export function DeleteAutomation({
  automation: { id, definition },
  onClose,
}: {
  automation: Automation;
  onClose: () => void;
}) {
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.automations.remove({ automation_id: id }),
    onSuccess: async () => {
      await navigate({ to: '/automations' });
      // Only now, because its own page would read it again.
      queries.removeQueries({ queryKey: [AUTOMATIONS, 'one', id] });
      await queries.invalidateQueries({ queryKey: [AUTOMATIONS] });
    },
  });
  return (
    <TaskDialog
      title={t`Delete ${definition.label}?`}
      yes={t`Delete`}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <Text>
        <Trans>It stops at once, and its earlier versions are deleted too.</Trans>
      </Text>
      <AffectedAutomations named={{ member: 'automation', id }} />
    </TaskDialog>
  );
}
