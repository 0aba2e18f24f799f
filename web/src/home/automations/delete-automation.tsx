import type { Agent } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { TaskDialog } from '../device/task-dialog.tsx';
import { useSession } from '../session/session.ts';
import { AGENTS } from './data/agents-query.ts';
import { AffectedAutomations } from './of-device/affected-automations.tsx';

/** Asks before an automation is deleted, and then opens the list of automations. */
export function DeleteAutomation({
  agent: { id, definition },
  onClose,
}: {
  agent: Agent;
  onClose: () => void;
}) {
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.agents.remove({ agent_id: id }),
    onSuccess: async () => {
      await navigate({ to: '/automations' });
      // Only now, because its own page would read it again.
      queries.removeQueries({ queryKey: [AGENTS, 'one', id] });
      await queries.invalidateQueries({ queryKey: [AGENTS] });
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
      <AffectedAutomations named={{ member: 'agent', id }} />
    </TaskDialog>
  );
}
