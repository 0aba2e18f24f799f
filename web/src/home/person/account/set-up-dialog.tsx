import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AuthenticatorSteps } from '../../../design/authenticator-steps.tsx';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { useSession } from '../../data/session/session.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { useChange } from './use-change.ts';

export type Secret = { secret: string; uri: string };

type Props = { onClose: () => void; onCodes: (codes: readonly string[]) => void };

/** Shows the secret for the authenticator, which is activated by a code of it. */
export function SetUpDialog({ secret, ...props }: Props & { secret: Secret | undefined }) {
  return (
    <Sheet opened={secret !== undefined} onClose={props.onClose} title={t`Set up an authenticator`}>
      {secret && <CodeForm secret={secret} {...props} />}
    </Sheet>
  );
}

function CodeForm({ secret, onClose, onCodes }: Props & { secret: Secret }) {
  const { client } = useSession();
  const form = useForm({ initialValues: { code: '' } });
  const confirm = useChange(
    (values: typeof form.values) => client.ownSecondFactor.confirm(values),
    ({ recovery_codes }) => onCodes(recovery_codes),
  );
  const submit = form.onSubmit((values) =>
    confirm.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          <Trans>
            You need an authenticator app on your phone, such as Aegis, 2FAS or the one built into it.
          </Trans>
        </Text>
        <AuthenticatorSteps secret={secret} code={form.getInputProps('code')} />
        <FormError error={confirm.error} shown={['code']} />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={confirm.isPending}>
            <Trans context="setting">Turn on</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
