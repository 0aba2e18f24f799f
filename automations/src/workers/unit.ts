/*
 * An automation in the form of the phone apps, which call it a worker: a list of units for each of its parts. The
 * apps keep of a unit only its device, its label and `choices`, and of `choices` only what is JSON text (android-app
 * 6.2, ios-app 6.2). So the part travels as text, its rule, and everything else is made for each reply.
 */

/** One trigger, condition or step: the property under which apps show it, and the part as JSON text. */
export type WorkerUnit = {
  readonly channel: string;
  readonly component: string;
  readonly property: string;
  readonly rule: string;
};

/** A unit as an app sends it. The property is missing for units of a worker that is edited. */
export type SentUnit = { readonly channel: string; readonly component: string; readonly rule: unknown };

export type WorkerKind = 'triggers' | 'states' | 'actions';
export type WorkerUnits = Readonly<Record<WorkerKind, readonly WorkerUnit[]>>;
export type SentUnits = Readonly<Record<WorkerKind, readonly SentUnit[]>>;

/** The places under which apps show what belongs to no property of a device. */
export type UnitPlaces = {
  /** The user's context channel. */
  readonly context: string;
  /** Returns a property of the device, under which apps show whether it can be reached. */
  readonly ofDevice: (channel: string) => { readonly component: string; readonly property: string };
};

/** Components and properties of the context channel, by the names of its template. */
export const CONTEXT_PARTS = {
  time: { component: 'time', property: 'time' },
  place: { component: 'location', property: 'place' },
  notification: { component: 'push', property: 'notification' },
  scene: { component: 'scene', property: 'run' },
} as const;

export type Members = { readonly [name: string]: unknown };

/** Returns the members with these names, without those that are absent. */
export function pick(from: Members, names: readonly string[]): Members {
  return Object.fromEntries(
    names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]] as const])),
  );
}

/** Rules are short texts: the longest member is a notification. */
const MAX_RULE_LENGTH = 16_000;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the rule in a text; undefined if it is not a rule of this platform. */
export function readRule(text: unknown): (Members & { readonly is: string }) | undefined {
  if (typeof text !== 'string' || text.length > MAX_RULE_LENGTH) return undefined;
  try {
    const rule: unknown = JSON.parse(text);
    return isMembers(rule) && typeof rule['is'] === 'string' ? { ...rule, is: rule['is'] } : undefined;
  } catch {
    return undefined;
  }
}
