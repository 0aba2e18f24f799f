import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The last row of a dialog: Cancel and the dialog's own buttons. */
export function DialogButtons({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {children}
    </Group>
  );
}
