import type { PortalInvitation } from '@azulejo/contract';
import { MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import { AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { EmailInput } from '../../../../design/credential-inputs.tsx';
import { fieldErrors } from '../../../../design/error-text.ts';
import { FormError } from '../../../../design/form-error.tsx';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { usePortal } from '../../../session/portal.ts';
import { sessionQuery } from '../../../session/session.ts';
import { Entrance } from './entrance.tsx';
import { GoneLink } from './gone-link.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { useTokenInLink } from './token-in-link.ts';

/** Shown when the link of an invitation is opened. */
export function InvitationPage() {
  const portal = usePortal();
  const token = useTokenInLink();
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => portal.invitations.read({ token }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '' || (error instanceof AzulejoError && error.status === 404))
    return (
      <GoneLink>
        <Trans>
          An invitation works once and expires in seven days. Ask the person who invited you for a new one.
        </Trans>
      </GoneLink>
    );
  if (error)
    return (
      <Entrance title={t`Welcome`}>
        <ErrorState error={error} onRetry={refetch} />
      </Entrance>
    );
  return (
    <Entrance title={t`Welcome`} lead={data && leadOf(data)}>
      {data ? <AccountForm token={token} invitation={data} /> : <LoadingState />}
    </Entrance>
  );
}

function leadOf({ invited_by: by, role }: PortalInvitation): string {
  if (role === 'owner')
    return by === null
      ? t`You are invited to this portal as an owner.`
      : t`${by} invites you to this portal as an owner.`;
  if (role === 'developer')
    return by === null
      ? t`You are invited to this portal as a developer.`
      : t`${by} invites you to this portal as a developer.`;
  return by === null
    ? t`You are invited to this portal as a viewer.`
    : t`${by} invites you to this portal as a viewer.`;
}

function AccountForm({ token, invitation }: { token: string; invitation: PortalInvitation }) {
  const portal = usePortal();
  const queries = useQueryClient();
  const router = useRouter();
  const form = useForm({ initialValues: { name: '', email: invitation.email ?? '', password: '' } });
  const accept = useMutation({
    mutationFn: (values: typeof form.values) => portal.invitations.accept({ token, ...values }),
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery(portal).queryKey, session);
      router.history.replace('/portal');
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => accept.mutate(values))}>
      <Stack>
        <TextInput
          label={t`Your name`}
          autoComplete="name"
          size="md"
          required
          withAsterisk={false}
          autoFocus
          maxLength={MAX_NAME_LENGTH}
          {...form.getInputProps('name')}
        />
        <EmailInput
          required
          withAsterisk={false}
          readOnly={invitation.email !== null}
          {...form.getInputProps('email')}
        />
        <NewPasswordInput size="md" {...form.getInputProps('password')} />
        <FormError error={accept.error} shown={['name', 'email', 'password']} />
        <Button type="submit" size="md" loading={accept.isPending}>
          <Trans>Create the account</Trans>
        </Button>
      </Stack>
    </form>
  );
}
