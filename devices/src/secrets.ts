import type { Member, ValueType } from './feature.ts';
import { kebab } from './template/naming.ts';

/** Codes that people type: at a lock, a keypad or an alarm. Others, such as `error-code`, are not secrets. */
const CODE =
  '(?:access|action|admin|alarm|arm|disarm|door|entry|gate|guest|install|keypad|lock|master|owner|security|setup|unlock|user)';

/**
 * Names of values that are secrets. The last are a lock that is opened by writing its password, and names
 * that are nothing but a code.
 */
const SECRET = new RegExp(
  [
    '(?:^|-)(?:pass-?(?:word|code|phrase)|passwd|pwd|otp|psk|secret|token|credential)s?(?:-|$)',
    `(?:^|-)(?:pin-?code|${CODE}-(?:code|pin))s?(?:-|$)`,
    '(?:^|-)(?:access|api|encryption|network|private|security|wi-?fi|wpa2?)-keys?(?:-|$)',
    '^(?:unlock-door|codes?|pins?)$',
  ].join('|'),
);

/** Returns whether a name is that of a secret: `last_used_pin_code`, `wifiPassword`. */
export const isNameOfSecret = (name: string): boolean =>
  SECRET.test(kebab(name.replaceAll(/([a-z])([A-Z])/g, '$1-$2')));

/** Returns whether a value may be a code. A choice from a known list, a switch and a measurement cannot. */
function mayHoldCode(value: ValueType): boolean {
  switch (value.type) {
    case 'text':
    case 'list':
      return true;
    case 'number':
      return value.unit === undefined;
    case 'choice':
      return value.values.length === 0;
    case 'boolean':
    case 'composite':
      return false;
  }
}

/**
 * Returns whether a value is a secret, such as the PIN code of a lock's user, or has one among its members.
 * Properties store, report and show their values, so the readers of descriptions leave secrets out
 * (decision 0105).
 */
export function isSecret({ name, key, value }: Pick<Member, 'name' | 'key' | 'value'>): boolean {
  if (mayHoldCode(value) && (isNameOfSecret(name) || isNameOfSecret(key))) return true;
  if (value.type === 'composite') return value.members.some(isSecret);
  return value.type === 'list' && isSecret(value.item);
}
