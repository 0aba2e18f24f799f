import { Button, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { CopyField } from '../../design/copy-field.tsx';
import { CurrentPasswordInput } from '../../design/credential-inputs.tsx';
import { DialogButtons } from '../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../design/error-text.ts';
import { FormError } from '../../design/form-error.tsx';
import { QrCode } from '../../design/qr-code.tsx';
import { usePortal } from '../session/portal.ts';
import { useSecurityChange } from './queries.ts';

type Props = { isOpen: boolean; onClose: () => void; onCodes: (codes: readonly string[]) => void };
type Secret = { secret: string; uri: string };

/** Asks for the password, then shows the secret, which is activated by a code of it. */
export function SetUpDialog({ isOpen, onClose, onCodes }: Props) {
  const [secret, setSecret] = useState<Secret>();
  const finish = (codes: readonly string[]) => {
    onClose();
    onCodes(codes);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Set up an authenticator"
      onExitTransitionEnd={() => setSecret(undefined)}
    >
      {secret ? (
        <CodeStep secret={secret} onCodes={finish} onClose={onClose} />
      ) : (
        <PasswordStep onSecret={setSecret} onClose={onClose} />
      )}
    </Modal>
  );
}

function PasswordStep({ onSecret, onClose }: { onSecret: (secret: Secret) => void; onClose: () => void }) {
  const portal = usePortal();
  const form = useForm({ initialValues: { password: '' } });
  const begin = useSecurityChange(
    (values: typeof form.values) => portal.security.beginSecondFactor(values),
    onSecret,
  );
  const submit = form.onSubmit((values) =>
    begin.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          You need an authenticator app on your phone, such as Aegis, 2FAS or the one built into your phone.
        </Text>
        <CurrentPasswordInput
          label="Your password"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('password')}
        />
        <FormError error={begin.error} shown={['password']} />
        <Buttons verb="Continue" isPending={begin.isPending} onClose={onClose} />
      </Stack>
    </form>
  );
}

type CodeProps = { secret: Secret; onCodes: (codes: readonly string[]) => void; onClose: () => void };

function CodeStep({ secret: { secret, uri }, onCodes, onClose }: CodeProps) {
  const portal = usePortal();
  const form = useForm({ initialValues: { code: '' } });
  const confirm = useSecurityChange(
    (values: typeof form.values) => portal.security.confirmSecondFactor(values),
    ({ recovery_codes }) => onCodes(recovery_codes),
  );
  const submit = form.onSubmit((values) =>
    confirm.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <List type="ordered" spacing="md">
          <List.Item>
            Scan this code with the app, or enter the secret.
            <Stack mt="sm">
              <QrCode text={uri} label="QR code of the secret below" />
              <CopyField label="Secret" value={inFours(secret)} />
            </Stack>
          </List.Item>
          <List.Item>Enter the code that the app shows.</List.Item>
        </List>
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          withAsterisk={false}
          maxLength={10}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <FormError error={confirm.error} shown={['code']} />
        <Buttons verb="Turn on" isPending={confirm.isPending} onClose={onClose} />
      </Stack>
    </form>
  );
}

const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function Buttons({ verb, isPending, onClose }: { verb: string; isPending: boolean; onClose: () => void }) {
  return (
    <DialogButtons onCancel={onClose}>
      <Button type="submit" loading={isPending}>
        {verb}
      </Button>
    </DialogButtons>
  );
}
