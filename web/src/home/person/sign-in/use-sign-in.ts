import type { PasskeyCredential } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { useForm } from '@mantine/form';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../data/session/session.ts';
import {
  canSuggestPasskeys,
  choosePasskey,
  endSuggestions,
  hasPasskeys,
  suggestPasskeys,
} from '../passkeys/browser.ts';
import { isUnconfirmed, needsCode, signInError } from './sign-in-texts.ts';

/** Returns the form of the sign-in, its ways to sign in, and what came of them. Then `next` opens, or else the home. */
export function useSignIn(next: string | undefined) {
  const { client, signIn } = useSession();
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

/** A new challenge replaces that of the suggestions in time, since it expires after five minutes. */
const RENEW_MS = 4 * 60_000;

type Options = {
  /** Signs in with what the authenticator signed, and shows why that failed. */
  signInWith: (credential: PasskeyCredential) => Promise<void>;
  onFailed: (error: unknown) => void;
};

/**
 * Returns what signs in with a passkey by a button; undefined where the browser has none. Passkeys are also suggested
 * at the input of the e-mail.
 */
function usePasskey({ signInWith, onFailed }: Options) {
  const { client, settings } = useSession();
  const isOffered = hasPasskeys(settings);
  const [isPending, setPending] = useState(false);
  const latest = useRef(signInWith);
  latest.current = signInWith;

  const suggest = useCallback(async () => {
    // Without a challenge there are no suggestions; the button says why.
    const options = await client.passkeys.challenge().catch(() => undefined);
    const chosen = options && (await suggestPasskeys(options));
    if (chosen) await latest.current(chosen);
  }, [client]);

  useEffect(() => {
    if (!isOffered) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    void canSuggestPasskeys().then((canSuggest) => {
      if (!canSuggest || isOver) return;
      void suggest();
      timer = setInterval(() => void suggest(), RENEW_MS);
    });
    return () => {
      isOver = true;
      clearInterval(timer);
      void endSuggestions();
    };
  }, [isOffered, suggest]);

  const choose = async () => {
    setPending(true);
    try {
      const chosen = await choosePasskey(await client.passkeys.challenge());
      if (chosen) await signInWith(chosen);
    } catch (error) {
      onFailed(error);
    } finally {
      setPending(false);
    }
  };
  return isOffered ? { choose, isPending } : undefined;
}
