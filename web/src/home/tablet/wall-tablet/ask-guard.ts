import type { Act } from './guard.ts';
import { isWallTablet } from './wall-tablet.ts';

/**
 * Returns whether the act is allowed, on a wall tablet perhaps after asking for the PIN; undefined elsewhere.
 * The dialog is loaded when it is needed. If that fails, the promise is rejected and nothing happens.
 */
export const askGuard = (act: Act): Promise<boolean> | undefined =>
  isWallTablet() ? import('./guard.ts').then(({ mayAct }) => mayAct(act)) : undefined;
