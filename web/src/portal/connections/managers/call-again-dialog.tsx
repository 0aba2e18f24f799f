import type { PortalManagerDetail, PortalWebhookCall } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Alert, Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { FormError } from '../../../design/form-error.tsx';
import { ApplicationSelect } from '../../identity/users/application-select.tsx';
import { usePortal } from '../../session/portal.ts';
import { UserSelect } from '../virtual-devices/user-select.tsx';
import { durationOf, resultOf } from './labels.ts';
import { MANAGERS } from './queries.ts';

/** Explains the webhooks that an operator may call, because they change nothing. */
const explanations = () =>
  ({
    authorize: t`Asks the manager where people sign in, for a person who does not exist. It changes nothing. A manager that looks the person up may answer 403.`,
    devices_list: t`Asks the manager which devices this user has. It changes nothing, and the list is not stored. Status 404 means that the manager has no tokens of the user.`,
  }) as const;

export type CallableWebhook = keyof ReturnType<typeof explanations>;

/** Says whether a webhook can be called again. */
export const isCallable = (webhook: string): webhook is CallableWebhook =>
  Object.hasOwn(explanations(), webhook);

type Props = {
  manager: PortalManagerDetail;
  webhook: CallableWebhook;
  isOpen: boolean;
  onClose: () => void;
};

/** Calls a webhook that changes nothing, and shows how it went. */
export function CallAgainDialog({ manager, webhook, isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Call ${webhook}`}>
      <CallAgainForm manager={manager} webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

type Choice = { application: string | null; template: string | null; user: string | null };

function useCallAgain(manager: PortalManagerDetail, webhook: CallableWebhook) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ application, template, user }: Choice) =>
      portal.managers.callAgain({
        manager_id: manager.client_id,
        application_id: application ?? '',
        template_id: template ?? '',
        webhook,
        ...(user !== null && { user_id: user }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: MANAGERS }),
  });
}

function CallAgainForm({ manager, webhook, onClose }: Omit<Props, 'isOpen'>) {
  const needsUser = webhook === 'devices_list';
  const [application, setApplication] = useState<string | null>(null);
  const [user, setUser] = useState<string | null>(null);
  const [template, setTemplate] = useState<string | null>(manager.templates[0]?.id ?? null);
  const call = useCallAgain(manager, webhook);
  const changeUser = (id: string | null) => {
    setUser(id);
    // The result shown is that of another user.
    call.reset();
  };
  const isComplete = application !== null && template !== null && (user !== null || !needsUser);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        call.mutate({ application, template, user });
      }}
    >
      <Stack>
        <Text size="sm">{explanations()[webhook]}</Text>
        <ApplicationSelect
          label={t`Application`}
          placeholder={t`Choose an application`}
          value={application}
          onChange={(id) => {
            setApplication(id);
            changeUser(null);
          }}
        />
        {needsUser && application !== null && (
          <UserSelect key={application} applicationId={application} value={user} onChange={changeUser} />
        )}
        <Select
          label={t`Template`}
          data={manager.templates.map(({ id, name }) => ({ value: id, label: name }))}
          value={template}
          onChange={setTemplate}
          allowDeselect={false}
          searchable
          limit={100}
        />
        <Result call={call.data} />
        <FormError error={call.error} />
        <DialogButtons onCancel={onClose} cancel={call.isSuccess ? t`Close` : t`Cancel`}>
          <Button type="submit" loading={call.isPending} disabled={!isComplete}>
            {call.isSuccess ? t`Call again` : t`Call`}
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
          {call.status !== null && `${t`Status ${call.status}`}, `}
          {durationOf(call)}, {call.origin}
        </Alert>
      )}
    </div>
  );
}
