import type { Client } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { useForm } from '@mantine/form';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { usePasskey } from '../../../design/use-passkey.ts';
import { useSession } from '../../data/session/session.ts';
import { isUnconfirmed, needsCode, signInError } from './sign-in-texts.ts';

/** Returns the form of the sign-in, its ways to sign in, and what came of them. Then `next` opens, or else the home. */
export function useSignIn(next: string | undefined) {
  const { client, signIn, settings } = useSession();
  const { history } = useRouter();
  const [problem, setProblem] = useState<string>();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useForm({
    initialValues: { email: '', password: '', otp: '', isShared: false },
    validate: {
      email: (email) => (email.trim() === '' ? t`Type your e-mail.` : null),
      password: (password) => (password === '' ? t`Type your password.` : null),
    },
  });

  const fail = (error: unknown) => {
    if (needsCode(error)) setAsksForCode(true);
    else if (isUnconfirmed(error)) setUnconfirmed(form.getValues().email.trim());
    else setProblem(signInError(error));
  };
  const enter = async (act: () => Promise<unknown>) => {
    setProblem(undefined);
    signIn.share(form.getValues().isShared);
    try {
      await act();
      history.replace((await isToBeDeleted(client)) ? '/home/account' : (next ?? '/home'));
    } catch (error) {
      fail(error);
    }
  };
  const submit = form.onSubmit(({ email, password, otp }) => {
    const code = asksForCode ? { otp: otp.trim() } : {};
    return enter(() => client.signIn.password({ username: email.trim(), password, ...code }));
  });
  const passkey = usePasskey({
    ...settings,
    challenge: client.passkeys.challenge,
    signInWith: (credential) => enter(() => client.signIn.passkey({ credential })),
    onFailed: fail,
  });
  return { form, submit, passkey, asksForCode, problem, unconfirmed };
}

/**
 * Returns whether the person had the account deleted, and may keep it. Without an answer the home opens: the account
 * page says it, too.
 */
const isToBeDeleted = (client: Client): Promise<boolean> =>
  client.ownData.deletion().then(
    ({ due }) => due !== null,
    () => false,
  );
