import { AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PasswordOwner } from '../../../../design/credential-inputs.tsx';
import { fieldErrors } from '../../../../design/error-text.ts';
import { FormError } from '../../../../design/form-error.tsx';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { usePortal } from '../../../session/portal.ts';
import { Entrance } from './entrance.tsx';
import { GoneLink } from './gone-link.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { useTokenInLink } from './token-in-link.ts';

/** Sets a new password, when the person has followed a link of an owner or the operator. */
export function NewPasswordPage() {
  const portal = usePortal();
  const token = useTokenInLink();
  const { data, error, refetch } = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => portal.passwordLinks.read({ token }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '' || (error instanceof AzulejoError && error.status === 404))
    return (
      <GoneLink>
        <Trans>
          A link works once and expires in one day, and only the newest one works. Ask an owner for a new one.
        </Trans>
      </GoneLink>
    );
  if (error)
    return (
      <Entrance title={t`Choose a new password`}>
        <ErrorState error={error} onRetry={refetch} />
      </Entrance>
    );
  if (!data)
    return (
      <Entrance title={t`Choose a new password`}>
        <LoadingState />
      </Entrance>
    );
  return <Choose token={token} email={data.email} />;
}

function Choose({ token, email }: { token: string; email: string }) {
  const portal = usePortal();
  const form = useForm({ initialValues: { password: '' } });
  const use = useMutation({
    mutationFn: ({ password }: typeof form.values) => portal.passwordLinks.use({ token, password }),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  if (use.isSuccess)
    return (
      <Entrance title={t`Your password was changed`}>
        <Text>
          <Trans>You were signed out everywhere. Sign in with the new password.</Trans>
        </Text>
        <Button mt="lg" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
          <Trans>Sign in</Trans>
        </Button>
      </Entrance>
    );
  return (
    <Entrance title={t`Choose a new password`} lead={t`For ${email}. You will be signed out everywhere.`}>
      <form onSubmit={form.onSubmit((values) => use.mutate(values))}>
        <Stack>
          <PasswordOwner email={email} />
          <NewPasswordInput label={t`New password`} size="md" autoFocus {...form.getInputProps('password')} />
          <FormError error={use.error} shown={['password']} />
          <Button type="submit" size="md" loading={use.isPending}>
            <Trans>Set password</Trans>
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
