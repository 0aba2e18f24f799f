import { type TokenStore, webTokenStore } from '@azulejo/sdk';

const KEY = 'azulejo.token';

/** Session storage ends with its tab; local storage is shared by all tabs until the person signs out. */
const ofTab = () => sessionStorage.getItem(KEY) !== null;

let isOnlyForTab = ofTab();
let isLeaving = false;

/** Returns the storage for this tab's person. On a shared computer nothing outlives the tab. */
export const keptStorage = (): Storage => (isOnlyForTab ? sessionStorage : localStorage);

/** Returns whether the person said that the computer is shared. */
export const isSharedComputer = (): boolean => isOnlyForTab;

/** Sets whether the computer is shared. It is called before signing in. */
export function shareComputer(isShared: boolean): void {
  isOnlyForTab = isShared;
}

/** Begins to sign out: notifies other tabs before the platform ends the sign-in. */
export function leave(): void {
  isLeaving = true;
  keptStorage().removeItem(KEY);
}

export const signInStore: TokenStore = {
  load: () => webTokenStore(keptStorage(), KEY).load(),
  save: (record) => webTokenStore(keptStorage(), KEY).save(record),
  clear: async () => {
    // Another tab removed it before the platform ended the sign-in.
    const isLeft = keptStorage().getItem(KEY) === null;
    await webTokenStore(keptStorage(), KEY).clear();
    if (!isLeaving) dispatchEvent(new Event(isLeft ? LEFT : OVER));
  },
};

const OVER = 'azulejo-sign-in-over';
const LEFT = 'azulejo-sign-in-left';

/** Calls `listener` once when the platform or another tab ended the sign-in. */
export function onSignInOver(listener: (reason: 'ended' | 'left') => void): void {
  let isTold = false;
  const tell = (reason: 'ended' | 'left') => {
    if (!isTold) listener(reason);
    isTold = true;
  };
  addEventListener(OVER, () => tell('ended'));
  addEventListener(LEFT, () => tell('left'));
  addEventListener('storage', ({ key, newValue, storageArea }) => {
    const isGone = (key === KEY || key === null) && newValue === null;
    if (isGone && storageArea === localStorage && !isOnlyForTab && !isLeaving) tell('left');
  });
}
