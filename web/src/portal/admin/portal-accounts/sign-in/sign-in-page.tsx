import type { PortalSession } from '@azulejo/contract';
import { errorCodes } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { CurrentPasswordInput, EmailInput } from '../../../../design/credential-inputs.tsx';
import { FormError } from '../../../../design/form-error.tsx';
import { usePortal } from '../../../session/portal.ts';
import { pageAfterSignIn, sessionQuery } from '../../../session/session.ts';
import { CodeForm } from './code-form.tsx';
import { Entrance } from './entrance.tsx';

/** Asks for the password, and for the second factor if the account has one. */
export function SignInPage() {
  const portal = usePortal();
  const queries = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ strict: false });
  const { data: session } = useSuspenseQuery(sessionQuery(portal));

  const onSession = (opened: typeof session) => {
    queries.setQueryData(sessionQuery(portal).queryKey, opened);
    if (opened?.state === 'open') router.history.replace(pageAfterSignIn(next));
  };

  if (session?.state === 'second-factor')
    return (
      <Entrance title={t`Enter a code`} lead={t`For ${session.account.email}.`}>
        <CodeForm onSession={onSession} />
      </Entrance>
    );
  return (
    <Entrance title={t`Sign in`}>
      <PasswordForm onSession={onSession} />
    </Entrance>
  );
}

function PasswordForm({ onSession }: { onSession: (session: PortalSession) => void }) {
  const portal = usePortal();
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (values: typeof form.values) => portal.session.signIn(values),
    onSuccess: onSession,
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <Stack>
        <EmailInput required withAsterisk={false} autoFocus {...form.getInputProps('email')} />
        <CurrentPasswordInput size="md" required withAsterisk={false} {...form.getInputProps('password')} />
        <FormError
          error={signIn.error}
          words={{ [errorCodes.badCredentials]: t`Wrong e-mail or password.` }}
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          <Trans>Sign in</Trans>
        </Button>
        <Text size="sm" c="dimmed">
          <Trans>No account, or forgot your password? Ask an owner of this portal for a link.</Trans>
        </Text>
      </Stack>
    </form>
  );
}
