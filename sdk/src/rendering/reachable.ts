/** The property that every component has beside those of its template: whether the device can be reached. */
export const ACCESS = 'access';

/** A device whose remote control is switched off still reports what it measures: it only refuses to be controlled. */
const reachable: ReadonlySet<unknown> = new Set(['ok', 'connected', 'remote_control_disabled']);

/** Whether a device that reported this `access` can be reached; a device that never reported one can. */
export const isReachable = (access: unknown): boolean => access === undefined || reachable.has(access);
