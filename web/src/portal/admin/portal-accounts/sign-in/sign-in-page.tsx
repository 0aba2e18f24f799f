import type { PasskeyCredential, PortalSession } from '@azulejo/contract';
import { errorCodes } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { CurrentPasswordInput, EmailInput } from '../../../../design/credential-inputs.tsx';
import { FormError } from '../../../../design/form-error.tsx';
import { notify } from '../../../../design/notify.ts';
import { IconKey } from '../../../../design/page-icons.generated.ts';
import { passkeyErrorText } from '../../../../design/passkeys.ts';
import { usePasskey } from '../../../../design/use-passkey.ts';
import { usePortal } from '../../../session/portal.ts';
import { pageAfterSignIn, sessionQuery } from '../../../session/session.ts';
import { passkeyHost } from '../passkey-host.ts';
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
  const { byPasskey, passkey } = usePasskeyForm(onSession);
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <Stack>
        <EmailInput
          required
          withAsterisk={false}
          autoFocus
          {...(passkey && { autoComplete: 'username webauthn' })}
          {...form.getInputProps('email')}
        />
        <CurrentPasswordInput size="md" required withAsterisk={false} {...form.getInputProps('password')} />
        <FormError
          error={signIn.error ?? byPasskey.error}
          words={{
            [errorCodes.badCredentials]: t`Wrong e-mail or password.`,
            [errorCodes.passkeyRefused]: t`This passkey is not for an account of this portal.`,
          }}
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          <Trans>Sign in</Trans>
        </Button>
        {passkey && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
            loading={passkey.isPending || byPasskey.isPending}
            onClick={passkey.choose}
          >
            <Trans>Sign in with a passkey</Trans>
          </Button>
        )}
        <Text size="sm" c="dimmed">
          <Trans>No account, or forgot your password? Ask an owner of this portal for a link.</Trans>
        </Text>
      </Stack>
    </form>
  );
}

function usePasskeyForm(onSession: (session: PortalSession) => void) {
  const portal = usePortal();
  const byPasskey = useMutation({
    mutationFn: (credential: PasskeyCredential) => portal.session.passkey({ credential }),
    onSuccess: onSession,
  });
  const passkey = usePasskey({
    passkeyHost: passkeyHost(),
    challenge: portal.session.passkeyChallenge,
    signInWith: async (credential) => byPasskey.mutate(credential),
    onFailed: (error) => notify.refused(passkeyErrorText(error)),
  });
  return { byPasskey, passkey };
}
