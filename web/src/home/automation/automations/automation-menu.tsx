import type { Automation } from '@azulejo/contract';
import { MAX_LABEL_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Menu, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notify } from '../../../design/notify.ts';
import { IconCopy } from '../../../design/page-icons.generated.ts';
import { useSession } from '../../data/session/session.ts';
import { TaskDialog } from '../../kit/ui/task-dialog.tsx';
import { TaskMenu, useTask } from '../../kit/ui/task-menu.tsx';
import { AUTOMATIONS } from './data/automations-query.ts';
import { useChangeAutomations } from './data/use-automations.ts';
import { AffectedAutomations } from './of-device/affected-automations.tsx';

/** Leaves room for “(copy)” in the longest of the languages. */
const COPY_LENGTH = 12;

/** Renames, duplicates and deletes an automation. */
export function AutomationMenu({ automation }: { automation: Automation }) {
  const { task, begin, close, opener } = useTask<'rename' | 'delete'>();
  const duplicate = useDuplicate(automation);
  return (
    <>
      <TaskMenu
        label={t`Change this automation`}
        opener={opener}
        onRename={() => begin('rename')}
        onRemove={() => begin('delete')}
        remove={<Trans>Delete</Trans>}
      >
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate(undefined)}>
          <Trans>Duplicate</Trans>
        </Menu.Item>
      </TaskMenu>
      {task === 'rename' && <RenameAutomation automation={automation} onClose={close} />}
      {task === 'delete' && <DeleteAutomation automation={automation} onClose={close} />}
    </>
  );
}

/** Creates a copy and opens it. The copy is switched off, so that nothing is done twice. */
function useDuplicate({ definition }: Automation) {
  const { client } = useSession();
  const navigate = useNavigate();
  return useChangeAutomations(
    async () => {
      try {
        const label = t`${{ automation: definition.label.slice(0, MAX_LABEL_LENGTH - COPY_LENGTH) }} (copy)`;
        const copy = await client.automations.create({ ...definition, label, enabled: false, origin: 'web' });
        notify.done(t`Duplicated. The copy is switched off.`);
        return copy;
      } catch (error) {
        notify.failed(error);
        throw error;
      }
    },
    (copy) => void navigate({ to: '/automations/$automationId', params: { automationId: copy.id } }),
  );
}

/** Asks before an automation is deleted, and then opens the list of automations. */
function DeleteAutomation({
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

type Props = { automation: Automation; onClose: () => void };

function RenameAutomation({ automation: { id, definition }, onClose }: Props) {
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
        maxLength={MAX_LABEL_LENGTH}
        data-autofocus
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
    </TaskDialog>
  );
}
