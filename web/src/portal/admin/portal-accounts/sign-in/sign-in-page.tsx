import { t } from '@lingui/core/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { usePortal } from '../../../session/portal.ts';
import { pageAfterSignIn, sessionQuery } from '../../../session/session.ts';
import { CodeForm } from './code-form.tsx';
import { Entrance } from './entrance.tsx';
import { PasswordForm } from './password-form.tsx';

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
