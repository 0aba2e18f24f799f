import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Sheet } from '../../../kit/ui/sheet.tsx';

type Props = {
  /** Whether there are changes to lose. */
  isDirty: boolean;
  onSave: () => void;
  onKeep: () => void;
  onDiscard: () => void;
};

/** Asks what becomes of unsaved changes when the page is left. */
export function LeaveDialog({ isDirty, onSave, onKeep, onDiscard }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const leave = (before: () => void) => () => {
    before();
    proceed?.();
  };
  return (
    <Sheet opened={status === 'blocked'} onClose={() => reset?.()} title={t`Keep your changes?`} size="sm">
      <Stack>
        <Text>
          <Trans>Your changes are not saved. A draft is stored in this browser only.</Trans>
        </Text>
        <Button
          data-autofocus
          onClick={() => {
            reset?.();
            onSave();
          }}
        >
          <Trans>Save</Trans>
        </Button>
        <Button variant="default" onClick={leave(onKeep)}>
          <Trans>Keep as draft</Trans>
        </Button>
        <Button variant="subtle" color="red" onClick={leave(onDiscard)}>
          <Trans>Discard changes</Trans>
        </Button>
      </Stack>
    </Sheet>
  );
}
