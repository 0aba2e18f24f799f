import type { Portal } from '@azulejo/sdk/portal';
import { t } from '@lingui/core/macro';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CurrentPasswordInput, SecondFactorInput } from '../../../../design/credential-inputs.tsx';
import { DialogButtons } from '../../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../../design/error-text.ts';
import { FormError } from '../../../../design/form-error.tsx';
import { notify } from '../../../../design/notify.ts';
import { usePortal } from '../../../session/portal.ts';
import { useSecurityChange } from './queries.ts';

const initialValues = { password: '', code: '' };

const kinds = () => ({
  renew: {
    title: t`New recovery codes`,
    text: t`The earlier codes stop working.`,
    verb: t`Create new codes`,
    color: 'azul',
    send: async (portal: Portal, proof: typeof initialValues) =>
      (await portal.security.renewRecoveryCodes(proof)).recovery_codes,
  },
  remove: {
    title: t`Turn off the second factor?`,
    text: t`Anyone who knows your password can then sign in.`,
    verb: t({ message: 'Turn off', context: 'setting' }),
    color: 'red',
    send: async (portal: Portal, proof: typeof initialValues) => {
      await portal.security.removeSecondFactor(proof);
      notify.done(t`The second factor is off.`);
      return undefined;
    },
  },
});

type Props = {
  kind: keyof ReturnType<typeof kinds>;
  isOpen: boolean;
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
};

/** Asks for a proof before actions for which a session is not enough. */
export function ReauthenticationDialog({ kind, isOpen, onClose, onCodes }: Props) {
  const portal = usePortal();
  const { title, text, verb, color, send } = kinds()[kind];
  const form = useForm({ initialValues });
  const action = useSecurityChange(
    (proof: typeof initialValues): Promise<readonly string[] | undefined> => send(portal, proof),
    (codes) => {
      onClose();
      if (codes) onCodes(codes);
    },
  );
  const forget = () => {
    form.reset();
    action.reset();
  };
  const submit = form.onSubmit((values) =>
    action.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} onExitTransitionEnd={forget}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{text}</Text>
          <CurrentPasswordInput
            label={t`Your password`}
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('password')}
          />
          <SecondFactorInput {...form.getInputProps('code')} />
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
