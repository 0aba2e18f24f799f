/** The settings of the wall tablet in this browser's storage; there are none elsewhere. */
export const KEY = 'azulejo.wall-tablet';

/** Pages that a wall tablet does not show: they change the account or the home. */
const HIDDEN = /^(\/home)?\/(account|add|arrange|automations|notifications|preferences|scenes)(\/|$)/;

/** Returns whether this browser is a wall tablet. The answer is the same until the page is loaded again. */
export const isWallTablet = (): boolean => localStorage.getItem(KEY) !== null;

export const isHiddenPage = (path: string): boolean => isWallTablet() && HIDDEN.test(path);

/** Ends wall tablet mode and forgets the PIN, which is also what signing out does. */
export const forgetWallTablet = (): void => localStorage.removeItem(KEY);
