import { Button, Modal, Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DialogButtons } from '../../design/dialog-buttons.tsx';
import { FormError } from '../../design/form-error.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** Must be a verb: it labels the button. */
  verb: string;
  isDangerous?: boolean;
  /** False while something prevents the action. */
  isReady?: boolean;
  /** Whether the result is shown in the dialog. */
  staysOpen?: boolean;
  action: UseMutationResult<unknown, Error, void>;
  isOpen: boolean;
  onClose: () => void;
  onClosed?: () => void;
};

/** Asks for confirmation of what cannot be undone, or affects someone else. */
export function ConfirmDialog({
  title,
  children,
  verb,
  isDangerous,
  isReady = true,
  staysOpen,
  action,
  isOpen,
  onClose,
  onClosed,
}: Props) {
  const close = () => {
    action.reset();
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title={title} {...(onClosed && { onExitTransitionEnd: onClosed })}>
      <Stack>
        {children}
        <FormError error={action.error} />
        <DialogButtons onCancel={close}>
          <Button
            {...(isDangerous && { color: 'red' })}
            loading={action.isPending}
            disabled={!isReady}
            onClick={() => action.mutate(undefined, staysOpen ? {} : { onSuccess: onClose })}
          >
            {verb}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
