import type { Agent } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { TaskDialog } from '../device/task-dialog.tsx';
import { useSession } from '../session/session.ts';
import { useChangeAgents } from './data/use-agents.ts';

type Props = { agent: Agent; maxLength: number; onClose: () => void };

export function RenameAutomation({ agent: { id, definition }, maxLength, onClose }: Props) {
  const { client } = useSession();
  const [label, setLabel] = useState(definition.label);
  const rename = useChangeAgents(() => client.agents.update({ agent_id: id, label: label.trim() }), onClose);
  return (
    <TaskDialog
      title={t`Rename`}
      yes={t`Rename`}
      canSubmit={label.trim() !== ''}
      isBusy={rename.isPending}
      error={rename.error}
      onSubmit={() => rename.mutate(undefined)}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        maxLength={maxLength}
        data-autofocus
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
    </TaskDialog>
  );
}
