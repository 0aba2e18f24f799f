import { MAX_DEVICE_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  Button,
  Checkbox,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { ApplicationSelect } from '../../identity/users/application-select.tsx';
import { usePortal } from '../../session/portal.ts';
import { TemplateSelect } from '../virtual-devices/template-select.tsx';
import { UserSelect } from '../virtual-devices/user-select.tsx';
import { passSecrets } from './new-secrets.ts';
import { DEVICES } from './queries.ts';

type Props = { isOpen: boolean; onClose: () => void };

/** Creates a device in a user's home, or one that its owner claims. */
export function NewDeviceDialog({ isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`New device`} size="lg">
      <NewDeviceForm onClose={onClose} />
    </Modal>
  );
}

type Draft = {
  owner: 'user' | 'claim';
  user: string | null;
  application: string | null;
  template: string | null;
  name: string;
  days: number | string;
  isSingle: boolean;
};

const EMPTY: Draft = {
  owner: 'user',
  user: null,
  application: null,
  template: null,
  name: '',
  days: '',
  isSingle: false,
};

const inputOf = ({ owner, user, application, template, name, days, isSingle }: Draft) => ({
  channeltemplate_id: template ?? '',
  ...(name.trim() !== '' && { name: name.trim() }),
  ...(isSingle && { single_connection: true }),
  ...(owner === 'user' && user !== null && { user_id: user }),
  ...(owner === 'claim' && application !== null && { application_id: application }),
  ...(owner === 'claim' && typeof days === 'number' && { claim_days: days }),
});

function NewDeviceForm({ onClose }: Pick<Props, 'onClose'>) {
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const create = useMutation({
    mutationFn: () => portal.devices.create(inputOf(draft)),
    onSuccess: async (made) => {
      passSecrets(queries, made);
      await queries.invalidateQueries({ queryKey: DEVICES });
      await navigate({ to: '/devices/$deviceId', params: { deviceId: made.device.client_id } });
    },
  });
  const errors = fieldErrors(create.error);
  const isReady = draft.template !== null && (draft.owner === 'claim' || draft.user !== null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack>
        <Owner draft={draft} onChange={set} error={errors['claim_days']} />
        <TemplateSelect value={draft.template} onChange={(template) => set({ template })} />
        <TextInput
          label={t`Name`}
          description={t`Default: the template’s name.`}
          value={draft.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          maxLength={MAX_DEVICE_NAME_LENGTH}
          error={errors['name']}
        />
        <Checkbox
          label={t`One connection at a time`}
          description={t`A new connection closes the previous one.`}
          checked={draft.isSingle}
          onChange={({ currentTarget }) => set({ isSingle: currentTarget.checked })}
        />
        <FormError error={create.error} shown={['name', 'claim_days']} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={create.isPending} disabled={!isReady}>
            <Trans>Create</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

type OwnerProps = { draft: Draft; onChange: (part: Partial<Draft>) => void; error: string | undefined };

function Owner({ draft, onChange, error }: OwnerProps) {
  return (
    <>
      <SegmentedControl
        aria-label={t`Who gets the device`}
        data={[
          { value: 'user', label: t`For a user` },
          { value: 'claim', label: t`With a claim code` },
        ]}
        value={draft.owner}
        onChange={(owner) => onChange({ owner: owner as Draft['owner'] })}
        fullWidth
      />
      {draft.owner === 'user' ? (
        <UserSelect value={draft.user} onChange={(user) => onChange({ user })} />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            <Trans>
              Print the code on the device. The first person who enters or scans it in Home gets the device.
              Choose an application to limit this to its users.
            </Trans>
          </Text>
          <ApplicationSelect
            label={t`Application`}
            value={draft.application}
            onChange={(application) => onChange({ application })}
          />
          <NumberInput
            label={t`Days until the code expires`}
            description={t`Default: it does not expire.`}
            value={draft.days}
            onChange={(days) => onChange({ days })}
            min={1}
            max={3650}
            allowDecimal={false}
            error={error}
          />
        </>
      )}
    </>
  );
}
