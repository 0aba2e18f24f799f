import { Button, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { errorText } from '../../../design/error-text.ts';
import { Sheet } from './sheet.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** Label of the submit button. */
  yes: string;
  isDangerous?: boolean;
  canSubmit?: boolean;
  isBusy: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
};

/** Opens a dialog for one action on the device. It shows the action's errors. */
export function TaskDialog(props: Props) {
  const {
    title,
    children,
    yes,
    isDangerous = false,
    canSubmit = true,
    isBusy,
    error,
    onSubmit,
    onClose,
  } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) onSubmit();
  };
  return (
    <Sheet opened onClose={onClose} title={title} size="sm">
      <form onSubmit={submit}>
        <Stack>
          {children}
          <Text c="var(--azulejo-bad)" size="sm" role="alert">
            {error ? errorText(error) : ''}
          </Text>
          <DialogButtons onCancel={onClose}>
            <Button
              type="submit"
              loading={isBusy}
              disabled={!canSubmit}
              {...(isDangerous && { color: 'red' })}
            >
              {yes}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Sheet>
  );
}
