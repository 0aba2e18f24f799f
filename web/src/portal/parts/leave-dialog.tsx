import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/** Asks before unsaved changes are lost, in the portal and in the browser. */
export function LeaveDialog({ isAsked }: { isAsked: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isAsked && current.pathname !== next.pathname,
    enableBeforeUnload: () => isAsked,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Text>Your changes are not saved.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => reset?.()}>
          Stay
        </Button>
        <Button color="red" onClick={() => proceed?.()}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}
