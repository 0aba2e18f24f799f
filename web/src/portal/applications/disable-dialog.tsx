import type { PortalApplicationDetail } from '@azulejo/contract';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { portal } from '../portal.ts';
import { Consequences, sayDisabled } from './consequences.tsx';
import { useChange } from './use-change.ts';

type Props = { application: PortalApplicationDetail; isOpen: boolean; onClose: () => void };

export function DisableDialog({ application, isOpen, onClose }: Props) {
  const disable = useChange(
    () => portal.applications.setState({ application_id: application.client_id, state: 'disabled' }),
    { done: `${application.name} is disabled.` },
  );
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Disable ${application.name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Consequences application={application} say={sayDisabled} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color="red"
            loading={disable.isPending}
            onClick={() => disable.mutate(undefined, { onSuccess: onClose })}
          >
            Disable
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
