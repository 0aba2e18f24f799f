import type { PortalApplicationDetail } from '@azulejo/contract';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { notify } from '../../design/notify.ts';
import { portal } from '../portal.ts';
import { Consequences, sayDeleted } from './consequences.tsx';
import { APPLICATIONS, applicationQuery } from './queries.ts';

type Props = { application: PortalApplicationDetail; isOpen: boolean; onClose: () => void };

export function DeleteDialog({ application, isOpen, onClose }: Props) {
  const { name, client_id: id } = application;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Delete ${name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Consequences application={application} say={sayDeleted} />
        <Text size="sm">This cannot be undone. What was done with it stays in the audit log.</Text>
        <Confirmation id={id} name={name} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

function Confirmation({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => portal.applications.remove({ application_id: id, name }),
    onSuccess: async () => {
      await navigate({ to: '/applications' });
      queries.removeQueries({ queryKey: applicationQuery(id).queryKey });
      await queries.invalidateQueries({ queryKey: APPLICATIONS });
      notify.done(`${name} is deleted.`);
    },
    onError: notify.failed,
  });
  const isMeant = typed.trim() === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMeant) remove.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={`Type ${name} to delete it`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!isMeant} loading={remove.isPending}>
            Delete
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
