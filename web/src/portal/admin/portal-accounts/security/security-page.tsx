import type { PortalSecurity } from '@azulejo/contract';
import { MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CurrentPasswordInput, PasswordOwner } from '../../../../design/credential-inputs.tsx';
import { fieldErrors } from '../../../../design/error-text.ts';
import { FormError } from '../../../../design/form-error.tsx';
import { notify } from '../../../../design/notify.ts';
import { RecoveryCodesDialog } from '../../../../design/recovery-codes-dialog.tsx';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { When } from '../../../../design/when.tsx';
import { usePortal } from '../../../session/portal.ts';
import { useSession } from '../../../session/session.ts';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { roleLabel } from '../roles.tsx';
import { NewPasswordInput } from '../sign-in/new-password-input.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { securityQuery, useSecurityChange } from './queries.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

/** Shows a person's own account: profile and security. */
export function SecurityPage() {
  const portal = usePortal();
  const { data, error, refetch } = useQuery(securityQuery(portal));
  return (
    <Stack gap="lg" maw="46rem">
      <Title order={1}>
        <Trans>Your account</Trans>
      </Title>
      <ProfileSection />
      <PasswordSection />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && <SecondFactorSection security={data} />}
      {data && <PasskeysSection security={data} />}
      {data && <SessionsSection sessions={data.sessions} />}
    </Stack>
  );
}

const initialValues = { current_password: '', password: '' };

function PasswordSection() {
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

function ProfileSection() {
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
              maxLength={MAX_NAME_LENGTH}
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

type Task = 'set-up' | 'renew' | 'remove';

/** Manages the second factor. */
function SecondFactorSection({ security }: { security: PortalSecurity }) {
  const { second_factor_since: since, recovery_codes_left: left } = security;
  const [task, setTask] = useState<Task>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setTask(undefined);
  return (
    <Section
      title={t`Second factor`}
      text={t`Requires a code from your phone in addition to your password, so that the password alone is not enough to sign in.`}
    >
      {since === null ? (
        <Group>
          <Button onClick={() => setTask('set-up')}>
            <Trans>Set up an authenticator</Trans>
          </Button>
        </Group>
      ) : (
        <>
          <Text>
            <Trans>
              On since <When at={since} />.
            </Trans>{' '}
            {codesText(left)}
          </Text>
          <Group>
            <Button variant="default" onClick={() => setTask('renew')}>
              <Trans>New recovery codes</Trans>
            </Button>
            <Button variant="subtle" color="red" onClick={() => setTask('remove')}>
              <Trans context="setting">Turn off</Trans>
            </Button>
          </Group>
        </>
      )}
      <SetUpDialog isOpen={task === 'set-up'} onClose={close} onCodes={setCodes} />
      <ReauthenticationDialog kind="renew" isOpen={task === 'renew'} onClose={close} onCodes={setCodes} />
      <ReauthenticationDialog kind="remove" isOpen={task === 'remove'} onClose={close} onCodes={setCodes} />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}

const codesText = (left: number): string =>
  left === 0
    ? t`No recovery code is left.`
    : plural(left, { one: '# of 10 recovery codes is left.', other: '# of 10 recovery codes are left.' });
