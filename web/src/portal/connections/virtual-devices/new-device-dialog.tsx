import { MAX_DEVICE_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Modal, NumberInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { usePortal } from '../../session/portal.ts';
import { VIRTUAL_DEVICES } from './queries.ts';
import { TemplateSelect } from './template-select.tsx';
import { UserSelect } from './user-select.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** Creates a virtual device in a user's home. */
export function NewDeviceDialog({ isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`New virtual device`} size="lg">
      <NewDeviceForm onClose={onClose} />
    </Modal>
  );
}

function NewDeviceForm({ onClose }: Pick<Props, 'onClose'>) {
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [user, setUser] = useState<string | null>(null);
  const [template, setTemplate] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [seed, setSeed] = useState<number | string>('');
  const create = useMutation({
    mutationFn: () =>
      portal.virtualDevices.create({
        user_id: user ?? '',
        template_id: template ?? '',
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(typeof seed === 'number' && { seed }),
      }),
    onSuccess: async ({ channel_id: channelId }) => {
      await queries.invalidateQueries({ queryKey: VIRTUAL_DEVICES });
      await navigate({ to: '/virtual-devices/$channelId', params: { channelId } });
    },
  });
  const errors = fieldErrors(create.error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack>
        <UserSelect value={user} onChange={setUser} />
        <TemplateSelect value={template} onChange={setTemplate} />
        <TextInput
          label={t`Name`}
          description={t`The user’s name for it. Default: the template’s name.`}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={MAX_DEVICE_NAME_LENGTH}
          error={errors['name']}
        />
        <NumberInput
          label={t`Seed`}
          description={t`Devices with the same seed behave identically. Default: a random seed.`}
          value={seed}
          onChange={setSeed}
          min={0}
          max={4_294_967_295}
          allowDecimal={false}
          error={errors['seed']}
        />
        <FormError error={create.error} shown={['name', 'seed']} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={create.isPending} disabled={user === null || template === null}>
            <Trans>Create</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
