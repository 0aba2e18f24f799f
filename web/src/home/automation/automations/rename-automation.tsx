import type { Automation } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../data/session/session.ts';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import { useChangeAutomations } from './data/use-automations.ts';

type Props = { automation: Automation; maxLength: number; onClose: () => void };

export function RenameAutomation({ automation: { id, definition }, maxLength, onClose }: Props) {
  const { client } = useSession();
  const [label, setLabel] = useState(definition.label);
  const rename = useChangeAutomations(
    () => client.automations.update({ automation_id: id, label: label.trim() }),
    onClose,
  );
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
