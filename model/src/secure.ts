import { isLock } from './lock.ts';

/** A property of a template or a channel. */
type Named = { readonly classes: readonly string[]; readonly components: readonly string[] };

/**
 * Types of components on which every property that can be set is secure. The settings of a lock include codes for the
 * door, those of a siren how long it sounds. Garage doors and gates are of the type `cover`, as blinds are.
 */
const SECURE_COMPONENT =
  /(^|-)(lock|door|doors|garage|gate|opener|cover|valve|alarm|siren|oven|stove|hob|cooktop)(-\d+)?$/;

/** Words in the names of classes, after `com.<vendor>.properties.`. */
const SECURE_CLASS =
  /(^|[.-])(safety|lock|locked|unlock|latch|unlatch|door|garage|gate|opener|alarm|siren|armed|arming|disarm|valve-state|valve-\d+|oven|stove|hob|cooktop)([.-]|$)/;

/** Locks of keys and buttons, against children: they lock no door. */
const KEY_LOCK = /(child|button|key|keypad|hooks|tilt|relay|frost)-lock|lock-relay/g;

const nameOf = (className: string): string =>
  className.replace(/^com\.[^.]+\.properties\./, '').replaceAll(KEY_LOCK, '');

/**
 * Returns whether setting the property may unlock, open, sound or disarm something: of a lock, a door, a garage door, a
 * valve, a siren, an alarm system, an oven, or anything else that is about safety. This is the only list: it is the
 * right `secure`, without which nobody sets such a property.
 */
export const isSecure = ({ classes, components }: Named): boolean =>
  components.some((type) => SECURE_COMPONENT.test(type)) ||
  classes.some((name) => SECURE_CLASS.test(nameOf(name)));

/** Values that close or stop something, or turn it off. Position 0 is closed. */
const HARMLESS = /^(close|closed|stop|off|false|0)$/i;

/** Returns whether the value lets nobody in: it locks a lock, or closes or stops what can open. */
export const isHarmless = (property: Pick<Named, 'classes'>, data: unknown): boolean =>
  isLock(property) ? data === true : HARMLESS.test(String(data));
