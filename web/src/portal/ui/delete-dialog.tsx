import { Trans } from '@lingui/react/macro';
import { Button, Modal, Stack, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogButtons } from '../../design/dialog-buttons.tsx';
import { FormError } from '../../design/form-error.tsx';

type Requested = {
  /** Label of the field for the confirmation text. */
  label: string;
  isConfirmed: (typed: string) => boolean;
  /** Called with the typed text. */
  action: UseMutationResult<unknown, Error, string>;
  onClose: () => void;
};

type Props = Requested & { title: string; children: ReactNode; isOpen: boolean };

/** Asks for a typed confirmation, because a click is not enough to delete so much for good. */
export function DeleteDialog({ title, children, isOpen, ...requested }: Props) {
  return (
    <Modal opened={isOpen} onClose={requested.onClose} title={title}>
      <Stack>
        {children}
        <Confirmation {...requested} />
      </Stack>
    </Modal>
  );
}

function Confirmation({ label, isConfirmed, action, onClose }: Requested) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed(typed.trim())) action.mutate(typed.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormError error={action.error} />
        <TextInput
          label={label}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" color="red" disabled={!isConfirmed(typed.trim())} loading={action.isPending}>
            <Trans>Delete</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
