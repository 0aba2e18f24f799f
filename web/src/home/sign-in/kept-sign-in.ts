import { type TokenStore, webTokenStore } from '@azulejo/sdk';

const KEY = 'azulejo.token';

/** This tab's storage ends with the tab; the other is one for all tabs, until the person signs out. */
const ofTab = () => sessionStorage.getItem(KEY) !== null;

let isOnlyForTab = ofTab();
let isLeaving = false;

/** Where this tab's person keeps what is to be there again: nothing that outlives the tab on a shared computer. */
export const keptStorage = (): Storage => (isOnlyForTab ? sessionStorage : localStorage);

/** Whether the person said that others use this computer too. */
export const isSharedComputer = (): boolean => isOnlyForTab;

/** To be said before signing in. */
export function shareComputer(isShared: boolean): void {
  isOnlyForTab = isShared;
}

/** The person wants to sign out: other tabs are told before the platform ends what they use. */
export function leave(): void {
  isLeaving = true;
  keptStorage().removeItem(KEY);
}

export const signInStore: TokenStore = {
  load: () => webTokenStore(keptStorage(), KEY).load(),
  save: (record) => webTokenStore(keptStorage(), KEY).save(record),
  clear: async () => {
    // Another tab took it away before it had the platform end the sign-in.
    const isLeft = keptStorage().getItem(KEY) === null;
    await webTokenStore(keptStorage(), KEY).clear();
    if (!isLeaving) dispatchEvent(new Event(isLeft ? LEFT : OVER));
  },
};

const OVER = 'azulejo-sign-in-over';
const LEFT = 'azulejo-sign-in-left';

/** Calls `listener`, once, when the platform ended the sign-in, or another tab did. */
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
