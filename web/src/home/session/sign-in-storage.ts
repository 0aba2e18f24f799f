import { type TokenStore, webTokenStore } from '@azulejo/sdk';

const KEY = 'azulejo.token';

/** Why a sign-in ended without the person doing it on this page. */
export type SignInEnd = 'ended' | 'left';

export type SignInStorage = {
  /** Stores the token for the client. */
  readonly tokens: TokenStore;
  /** Returns the storage for this tab's person. On a shared computer nothing outlives the tab. */
  storage(): Storage;
  /** Returns whether the person chose that the computer is shared. */
  isShared(): boolean;
  /** Sets whether the computer is shared. It is called before signing in. */
  share(isShared: boolean): void;
  /** Begins to sign out: notifies other tabs before the platform ends the sign-in. */
  leave(): void;
  /** Calls `listener` once when the platform or another tab ended the sign-in. */
  onEnd(listener: (reason: SignInEnd) => void): void;
};

/**
 * Creates the storage of the sign-in. Session storage ends with its tab; all tabs share local storage until
 * the person signs out.
 */
export function createSignInStorage(): SignInStorage {
  let isShared = sessionStorage.getItem(KEY) !== null;
  let isLeaving = false;
  let notify: (reason: SignInEnd) => void = () => {};
  const storage = () => (isShared ? sessionStorage : localStorage);
  const tokens = () => webTokenStore(storage(), KEY);
  return {
    tokens: {
      load: () => tokens().load(),
      save: (record) => tokens().save(record),
      clear: async () => {
        // Another tab removed it before the platform ended the sign-in.
        const isLeft = storage().getItem(KEY) === null;
        await tokens().clear();
        if (!isLeaving) notify(isLeft ? 'left' : 'ended');
      },
    },
    storage,
    isShared: () => isShared,
    share: (next) => {
      isShared = next;
    },
    leave: () => {
      isLeaving = true;
      storage().removeItem(KEY);
    },
    onEnd: (listener) => {
      let isNotified = false;
      notify = (reason) => {
        if (!isNotified) listener(reason);
        isNotified = true;
      };
      addEventListener('storage', ({ key, newValue, storageArea }) => {
        const isGone = (key === KEY || key === null) && newValue === null;
        if (isGone && storageArea === localStorage && !isShared && !isLeaving) notify('left');
      });
    },
  };
}
