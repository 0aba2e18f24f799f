import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../../../design/error-text.ts';
import { FormError } from '../../../../design/form-error.tsx';
import { notify } from '../../../../design/notify.ts';
import { usePortal } from '../../../session/portal.ts';
import { useSession } from '../../../session/session.ts';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { roleLabel } from '../roles.tsx';
import { useSecurityChange } from './queries.ts';

export function ProfileSection() {
  const portal = usePortal();
  const { account } = useSession();
  const form = useForm({ initialValues: { name: account.name } });
  const rename = useSecurityChange(
    (values: typeof form.values) => portal.security.rename(values),
    () => notify.done(t`Your name was changed.`),
  );
  const submit = form.onSubmit((values) =>
    rename.mutate(values, {
      onSuccess: () => form.resetDirty(),
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  );
  return (
    <Section title={t`Profile`} text={`${account.email} · ${roleLabel(account.role)}`}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Group align="end" gap="sm">
            <TextInput
              label={t`Name`}
              autoComplete="name"
              required
              withAsterisk={false}
              maxLength={200}
              flex="1 1 14rem"
              {...form.getInputProps('name')}
            />
            <Button type="submit" variant="default" disabled={!form.isDirty()} loading={rename.isPending}>
              <Trans>Save</Trans>
            </Button>
          </Group>
          <FormError error={rename.error} shown={['name']} />
        </Stack>
        <LeaveDialog isDirty={form.isDirty()} />
      </form>
    </Section>
  );
}
