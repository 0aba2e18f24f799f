import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CurrentPasswordInput, PasswordOwner } from '../../../../design/credential-inputs.tsx';
import { fieldErrors } from '../../../../design/error-text.ts';
import { FormError } from '../../../../design/form-error.tsx';
import { notify } from '../../../../design/notify.ts';
import { usePortal } from '../../../session/portal.ts';
import { useSession } from '../../../session/session.ts';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { NewPasswordInput } from '../sign-in/new-password-input.tsx';
import { useSecurityChange } from './queries.ts';

const initialValues = { current_password: '', password: '' };

export function PasswordSection() {
  const portal = usePortal();
  const { account } = useSession();
  const form = useForm({ initialValues });
  const change = useSecurityChange(
    (values: typeof initialValues) => portal.security.changePassword(values),
    () => notify.done(t`Your password was changed.`),
  );
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => form.reset(),
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  );
  return (
    <Section title={t`Password`} text={t`Changing it signs you out everywhere else.`}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <PasswordOwner email={account.email} />
          <CurrentPasswordInput
            label={t`Current password`}
            required
            withAsterisk={false}
            {...form.getInputProps('current_password')}
          />
          <NewPasswordInput label={t`New password`} {...form.getInputProps('password')} />
          <FormError error={change.error} shown={['current_password', 'password']} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              <Trans>Change password</Trans>
            </Button>
          </Group>
        </Stack>
        <LeaveDialog isDirty={form.isDirty()} />
      </form>
    </Section>
  );
}
