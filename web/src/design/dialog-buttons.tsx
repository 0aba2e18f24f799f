import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows the last row of a dialog: Cancel and the dialog's own buttons. */
export function DialogButtons({
  onCancel,
  cancel = t`Cancel`,
  children,
}: {
  onCancel: () => void;
  /** Label of the button that closes the dialog. */
  cancel?: string;
  children: ReactNode;
}) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      {children}
    </Group>
  );
}
