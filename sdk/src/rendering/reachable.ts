/** A device with remote control disabled refuses commands but still reports its measurements. */
const reachable: ReadonlySet<unknown> = new Set(['ok', 'connected', 'remote_control_disabled']);

/** Returns whether a device that reported this `access` can be reached. One that never reported it can. */
export const isReachable = (access: unknown): boolean => access === undefined || reachable.has(access);
