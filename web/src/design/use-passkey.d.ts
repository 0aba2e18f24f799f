import type { PasskeyCredential, PasskeyRequestOptions } from '@azulejo/contract';

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
export declare function usePasskey({ passkeyHost, challenge, signInWith, onFailed }: Options):
  | {
      choose: () => Promise<void>;
      isPending: boolean;
    }
  | undefined;
