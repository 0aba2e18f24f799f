import type { Passkey } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { browserOf } from '../../../../design/browser-of.ts';
import { CurrentPasswordInput, SecondFactorInput } from '../../../../design/credential-inputs.tsx';
import { DialogButtons } from '../../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../../design/error-text.ts';
import { FormError } from '../../../../design/form-error.tsx';
import { notify } from '../../../../design/notify.ts';
import { createPasskey, passkeyErrorText } from '../../../../design/passkeys.ts';
import { usePortal } from '../../../session/portal.ts';
import { useSecurityChange } from './queries.ts';

type Proof = { password: string; code?: string };

type Asked = {
  /** Whether the account has a second factor. */
  asksForCode: boolean;
  onClose: () => void;
};

export function AddPasskeyDialog(props: Asked) {
  const portal = usePortal();
  const add = useSecurityChange(
    async (proof: Proof) => {
      const credential = await createPasskey(await portal.security.beginPasskey(proof));
      const { name } = browserOf(navigator.userAgent);
      return credential && portal.security.addPasskey({ name, credential });
    },
    (added) => {
      if (added) notify.done(t`The passkey was added.`);
      props.onClose();
    },
  );
  return (
    <ProofDialog {...props} title={t`Add a passkey`} action={add} verb={<Trans>Add a passkey</Trans>}>
      <Trans>First confirm that it is you. Then your browser asks where to save the passkey.</Trans>
    </ProofDialog>
  );
}

export function RemovePasskeyDialog({ passkey, ...props }: Asked & { passkey: Passkey }) {
  const portal = usePortal();
  const remove = useSecurityChange(
    (proof: Proof) => portal.security.removePasskey({ passkey_id: passkey.id, ...proof }),
    () => {
      notify.done(t`The passkey was removed.`);
      props.onClose();
    },
  );
  return (
    <ProofDialog
      {...props}
      title={t`Remove ${passkey.name}?`}
      action={remove}
      verb={<Trans>Remove</Trans>}
      color="red"
    >
      <Trans>
        It will no longer sign you in. You will be signed out wherever you used it, except here. Delete it on
        the device, too.
      </Trans>
    </ProofDialog>
  );
}

type Props = Asked & {
  title: string;
  verb: ReactNode;
  color?: string;
  action: UseMutationResult<unknown, Error, Proof>;
  children: ReactNode;
};

/** Asks for the password, and a code if there is a second factor, before a passkey is added or removed. */
function ProofDialog({ asksForCode, onClose, title, verb, color = 'azul', action, children }: Props) {
  const form = useForm({ initialValues: { password: '', code: '' } });
  const submit = form.onSubmit(({ password, code }) =>
    action.mutate(asksForCode ? { password, code } : { password }, {
      onError: (error) => {
        if (!(error instanceof DOMException)) form.setErrors(fieldErrors(error));
        else notify.refused(passkeyErrorText(error));
      },
    }),
  );
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{children}</Text>
          <CurrentPasswordInput
            label={t`Your password`}
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('password')}
          />
          {asksForCode && <SecondFactorInput {...form.getInputProps('code')} />}
          <FormError error={action.error} shown={['password', 'code']} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" color={color} loading={action.isPending}>
              {verb}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
