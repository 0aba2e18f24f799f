import { type TokenStore, webTokenStore } from '@azulejo/sdk';

const KEY = 'azulejo.token';

/** Why a sign-in ended without the person doing it on this page; `replaced` if another person signed in. */
export type SignInEnd = 'ended' | 'left' | 'replaced';

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
  /** Calls `listener` when a person signs in on this page while another one is signed in in another tab. */
  onReplace(listener: () => Promise<void>): void;
};

/**
 * Creates the storage of the sign-in. Session storage ends with its tab; all tabs share local storage until
 * the person signs out.
 */
export function createSignInStorage(): SignInStorage {
  let isShared = sessionStorage.getItem(KEY) !== null;
  let isLeaving = false;
  /** The person of this tab. */
  let owner: string | undefined;
  let notify: (reason: SignInEnd) => void = () => {};
  let replaced = async () => {};
  const storage = () => (isShared ? sessionStorage : localStorage);
  const tokens = () => webTokenStore(storage(), KEY);
  const stored = () => storage().getItem(KEY);
  return {
    tokens: {
      load: async () => {
        const record = await tokens().load();
        owner ??= record?.owner_id;
        return record;
      },
      save: async (record) => {
        const isReplacing = isOfOther(stored(), record.owner_id);
        // Renewed tokens do not replace those of a person who signed in since.
        if (isReplacing && record.owner_id === owner) return;
        owner = record.owner_id;
        await tokens().save(record);
        if (isReplacing) await replaced();
      },
      clear: async () => {
        // Another tab may have removed or replaced it before the platform ended the sign-in.
        const reason = isOfOther(stored(), owner) ? 'replaced' : stored() === null ? 'left' : 'ended';
        if (reason !== 'replaced') await tokens().clear();
        if (!isLeaving) notify(reason);
      },
    },
    storage,
    isShared: () => isShared,
    share: (next) => {
      isShared = next;
    },
    leave: () => {
      isLeaving = true;
      if (!isOfOther(stored(), owner)) storage().removeItem(KEY);
    },
    onEnd: (listener) => {
      let isNotified = false;
      notify = (reason) => {
        if (!isNotified) listener(reason);
        isNotified = true;
      };
      addEventListener('storage', ({ key, newValue, storageArea }) => {
        if ((key !== KEY && key !== null) || storageArea !== localStorage || isShared || isLeaving) return;
        if (newValue === null) notify('left');
        else if (isOfOther(newValue, owner)) notify('replaced');
      });
    },
    onReplace: (listener) => {
      replaced = listener;
    },
  };
}

/** Returns whether a stored record is not of this person, but of another one. */
const isOfOther = (stored: string | null, owner: string | undefined): boolean =>
  owner !== undefined && ![undefined, owner].includes(ownerIn(stored));

/** Returns whose record a stored text is; undefined if there is none that can be read. */
function ownerIn(stored: string | null): string | undefined {
  try {
    return JSON.parse(stored ?? '{}').owner_id;
  } catch {
    return undefined;
  }
}
