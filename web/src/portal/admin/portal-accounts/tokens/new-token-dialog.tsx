import type { PortalScope } from '@azulejo/contract';
import { MAX_TOKEN_DAYS, MAX_TOKEN_NAME } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { CopyField } from '../../../../design/copy-field.tsx';
import { DialogButtons } from '../../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../../design/error-text.ts';
import { FormError } from '../../../../design/form-error.tsx';
import { IconKey } from '../../../../design/page-icons.generated.ts';
import { usePortal } from '../../../session/portal.ts';
import { useTokenChange } from './queries.ts';
import { ScopePicker } from './scope-picker.tsx';

const initialValues = { name: '', scopes: [] as PortalScope[], days: 90 };

/** Asks what the token is for, then shows it once. */
export function NewTokenDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [token, setToken] = useState<string>();
  // The token is cleared immediately and not after the transition, so that it is never shown again.
  const close = () => {
    onClose();
    setToken(undefined);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={token === undefined ? t`New access token` : t`Copy the access token`}
      closeOnClickOutside={token === undefined}
    >
      {token === undefined ? (
        <TokenForm onMade={setToken} onCancel={close} />
      ) : (
        <MadeToken token={token} onClose={close} />
      )}
    </Modal>
  );
}

function TokenForm({ onMade, onCancel }: { onMade: (token: string) => void; onCancel: () => void }) {
  const portal = usePortal();
  const form = useForm({
    initialValues,
    validate: { scopes: (scopes) => (scopes.length === 0 ? t`Choose at least one.` : null) },
  });
  const create = useTokenChange(
    (values: typeof initialValues) => portal.tokens.create(values),
    (made) => onMade(made.token),
  );
  const submit = form.onSubmit((values) =>
    create.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t`Name`}
          description={t`What uses it, for instance a script or a computer.`}
          required
          withAsterisk={false}
          maxLength={MAX_TOKEN_NAME}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ScopePicker
          value={form.values.scopes}
          error={form.errors['scopes']}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        />
        <NumberInput
          label={t`Days until it expires`}
          min={1}
          max={MAX_TOKEN_DAYS}
          allowDecimal={false}
          required
          withAsterisk={false}
          {...form.getInputProps('days')}
        />
        <FormError error={create.error} shown={['name', 'scopes', 'days']} />
        <DialogButtons onCancel={onCancel}>
          <Button type="submit" loading={create.isPending}>
            <Trans>Create</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Stack>
      <Alert color="ocre" icon={<IconKey />} title={t`Copy this now`}>
        <Trans>It is not shown again. Anyone who has it can do what you allowed.</Trans>
      </Alert>
      <CopyField label={t`Access token`} value={token} />
      <CopyField
        label={t`To use it on the command line`}
        description={t`Asks for the access token.`}
        value={`azulejo login --url ${window.location.origin}`}
      />
      <Group justify="flex-end">
        <Button onClick={onClose}>
          <Trans context="button">Done</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
