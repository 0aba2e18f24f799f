import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { AuthenticatorSteps } from '../../../../design/authenticator-steps.tsx';
import { CurrentPasswordInput } from '../../../../design/credential-inputs.tsx';
import { DialogButtons } from '../../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../../design/error-text.ts';
import { FormError } from '../../../../design/form-error.tsx';
import { usePortal } from '../../../session/portal.ts';
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
      title={t`Set up an authenticator`}
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
          <Trans>
            You need an authenticator app on your phone, such as Aegis, 2FAS or the one built into your phone.
          </Trans>
        </Text>
        <CurrentPasswordInput
          label={t`Your password`}
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('password')}
        />
        <FormError error={begin.error} shown={['password']} />
        <Buttons
          verb={t({ message: 'Continue', context: 'button' })}
          isPending={begin.isPending}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

type CodeProps = { secret: Secret; onCodes: (codes: readonly string[]) => void; onClose: () => void };

function CodeStep({ secret, onCodes, onClose }: CodeProps) {
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
        <AuthenticatorSteps secret={secret} code={form.getInputProps('code')} />
        <FormError error={confirm.error} shown={['code']} />
        <Buttons
          verb={t({ message: 'Turn on', context: 'setting' })}
          isPending={confirm.isPending}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

function Buttons({ verb, isPending, onClose }: { verb: string; isPending: boolean; onClose: () => void }) {
  return (
    <DialogButtons onCancel={onClose}>
      <Button type="submit" loading={isPending}>
        {verb}
      </Button>
    </DialogButtons>
  );
}
