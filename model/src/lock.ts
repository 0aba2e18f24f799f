// In a file of its own: the first view of Home needs it, without the list of what is secure (`secure.ts`).
type Classes = { readonly classes: readonly string[] };

const LOCKED = /\.security\.locked$/;

/** Returns whether the property says that a lock is locked, and unlocks it when it is set to false. */
export const isLock = ({ classes }: Classes): boolean => classes.some((name) => LOCKED.test(name));

/** Returns whether the value opens a lock: neither a scene nor a tile does that by accident. */
export const unlocks = (property: Classes, data: unknown): boolean => isLock(property) && data !== true;
