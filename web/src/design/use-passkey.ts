import type { PasskeyCredential, PasskeyRequestOptions } from '@azulejo/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  canSuggestPasskeys,
  choosePasskey,
  endSuggestions,
  hasPasskeys,
  suggestPasskeys,
} from './passkeys.ts';

/** A new challenge replaces that of the suggestions in time, since it expires after five minutes. */
const RENEW_MS = 4 * 60_000;

type Options = {
  /** The host for which passkeys are; empty when the platform has none. */
  passkeyHost: string;
  /** Returns a new challenge of the platform. It must be the same function at each render. */
  challenge: () => Promise<PasskeyRequestOptions>;
  /** Signs in with what the authenticator signed, and shows why that failed. */
  signInWith: (credential: PasskeyCredential) => Promise<void>;
  onFailed: (error: unknown) => void;
};

/**
 * Returns what signs in with a passkey by a button; undefined where the browser has none. Passkeys are also suggested
 * at the input of the e-mail.
 */
export function usePasskey({ passkeyHost, challenge, signInWith, onFailed }: Options) {
  const isOffered = hasPasskeys({ passkeyHost });
  const [isPending, setPending] = useState(false);
  const latest = useRef(signInWith);
  latest.current = signInWith;

  const suggest = useCallback(async () => {
    // Without a challenge there are no suggestions; the button says why.
    const options = await challenge().catch(() => undefined);
    const chosen = options && (await suggestPasskeys(options));
    if (chosen) await latest.current(chosen);
  }, [challenge]);

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
      const chosen = await choosePasskey(await challenge());
      if (chosen) await signInWith(chosen);
    } catch (error) {
      onFailed(error);
    } finally {
      setPending(false);
    }
  };
  return isOffered ? { choose, isPending } : undefined;
}
