/** The settings of the wall tablet in this browser's storage; there are none elsewhere. */
export const KEY = 'azulejo.kiosk';

/** Pages that a wall tablet does not show: they change the account or the home. */
const HIDDEN = /^(\/home)?\/(account|add|arrange|automations|notifications|preferences|scenes)(\/|$)/;

/** Returns whether this browser is a wall tablet. The answer is the same until the page is loaded again. */
export const isKiosk = (): boolean => localStorage.getItem(KEY) !== null;

export const isHiddenPage = (path: string): boolean => isKiosk() && HIDDEN.test(path);

/** Ends kiosk mode and forgets the PIN, which is also what signing out does. */
export const forgetKiosk = (): void => localStorage.removeItem(KEY);
