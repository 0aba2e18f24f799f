import type { PortalManagerDetail, PortalWebhookCall } from '@azulejo/contract';
import { Alert, Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogButtons } from '../../design/dialog-buttons.tsx';
import { FormError } from '../../design/form-error.tsx';
import { usePortal } from '../session/portal.ts';
import { ApplicationSelect } from '../users/application-select.tsx';
import { MANAGERS } from './queries.ts';
import { durationOf, resultOf } from './words.ts';

type Props = { manager: PortalManagerDetail; isOpen: boolean; onClose: () => void };

/** Calls the webhook that says where people sign in, and shows how it went. */
export function CallAgainDialog({ manager, isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Call authorize">
      <CallAgainForm manager={manager} onClose={onClose} />
    </Modal>
  );
}

function CallAgainForm({ manager, onClose }: Omit<Props, 'isOpen'>) {
  const portal = usePortal();
  const queries = useQueryClient();
  const [application, setApplication] = useState<string | null>(null);
  const [template, setTemplate] = useState<string | null>(manager.templates[0]?.id ?? null);
  const call = useMutation({
    mutationFn: () =>
      portal.managers.callAgain({
        manager_id: manager.client_id,
        application_id: application ?? '',
        template_id: template ?? '',
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: MANAGERS }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        call.mutate();
      }}
    >
      <Stack>
        <Text size="sm">
          Asks the manager where people sign in, for a person who does not exist. It changes nothing. A
          manager that looks the person up may answer 403.
        </Text>
        <ApplicationSelect
          label="Application"
          placeholder="Choose an application"
          value={application}
          onChange={setApplication}
        />
        <Select
          label="Template"
          data={manager.templates.map(({ id, name }) => ({ value: id, label: name }))}
          value={template}
          onChange={setTemplate}
          allowDeselect={false}
          searchable
          limit={100}
        />
        <Result call={call.data} />
        <FormError error={call.error} />
        <DialogButtons onCancel={onClose} cancel={call.isSuccess ? 'Close' : 'Cancel'}>
          <Button type="submit" loading={call.isPending} disabled={application === null || template === null}>
            {call.isSuccess ? 'Call again' : 'Call'}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Says how the call went; screen readers announce it. */
function Result({ call }: { call: PortalWebhookCall | undefined }) {
  const isGood = call?.failure === null && call.status === 200;
  return (
    <div role="status">
      {call && (
        <Alert color={isGood ? 'azul' : 'red'} title={resultOf(call)}>
          {call.status !== null && `Status ${call.status}, `}
          {durationOf(call)}, {call.origin}
        </Alert>
      )}
    </div>
  );
}
