/** An answer on which an app fails: it shows an error, hides a device, or crashes. `at` is a path in it. */
export class Unreadable extends Error {
  constructor(at: string, why: string) {
    super(`${at}: ${why}`);
  }
}

/** Throws Unreadable for a value on which the app fails. An absent member is passed as undefined. */
export type Rule = (value: unknown, at: string) => void;

type Members = Readonly<Record<string, unknown>>;

export function requireThat(holds: boolean, at: string, why: string): asserts holds {
  if (!holds) throw new Unreadable(at, why);
}

/** Throws Unreadable for the first of the answers that does not satisfy the rule of its name. */
export function requireAll<Name extends string>(
  rules: Readonly<Record<Name, Rule>>,
  answers: Readonly<Record<Name, unknown>>,
): void {
  for (const name of Object.keys(rules) as Name[]) rules[name](answers[name], name);
}

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object whose named members satisfy these rules. The apps ignore every other member. */
export const object =
  (members: Readonly<Record<string, Rule>>): Rule =>
  (value, at) => {
    requireThat(isObject(value), at, 'is no object');
    for (const [name, rule] of Object.entries(members)) rule(value[name], `${at}.${name}`);
  };

/** A list that is present, with elements that satisfy the rule. */
export const list =
  (rule: Rule): Rule =>
  (value, at) => {
    requireThat(Array.isArray(value), at, value === undefined ? 'is missing' : 'is no list');
    for (const [index, each] of value.entries()) rule(each, `${at}[${index}]`);
  };

/** May be absent, but not null. */
export const optional =
  (rule: Rule): Rule =>
  (value, at) => {
    if (value !== undefined) rule(value, at);
  };

/** Must be present and satisfy the rule. */
export const needed =
  (rule: Rule): Rule =>
  (value, at) => {
    requireThat(value !== undefined && value !== null, at, 'is missing');
    rule(value, at);
  };

export const text: Rule = (value, at) => requireThat(typeof value === 'string', at, 'is no text');

/** A non-empty text by which an app looks something up. */
export const word: Rule = (value, at) =>
  requireThat(typeof value === 'string' && value !== '', at, 'is empty or no text');

export const flag: Rule = (value, at) => requireThat(typeof value === 'boolean', at, 'is no truth value');

export const number: Rule = (value, at) => requireThat(typeof value === 'number', at, 'is no number');

/** One of these values. */
export const oneOf =
  (...values: readonly unknown[]): Rule =>
  (value, at) =>
    requireThat(values.includes(value), at, `is none of ${values.join(', ')}`);

/**
 * The image loaders of both apps require absolute URLs. An empty text crashes the app (android-app 2.4,
 * ios-app 2.4).
 */
export const absoluteUrl: Rule = (value, at) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  requireThat(
    url !== undefined && /^https?:$/.test(url.protocol) && url.host !== '',
    at,
    'is no absolute URL',
  );
};

/** An origin to which both apps append paths (android-app 1.1, ios-app 1.1). */
export const origin: Rule = (value, at) =>
  requireThat(
    typeof value === 'string' && /^https?:\/\/[^/?#]+$/.test(value),
    at,
    'is not scheme, host and port alone',
  );

/**
 * Without the port, one app cannot connect and the other deletes its session (android-app 1.1, ios-app 1.1).
 */
export const broker: Rule = (value, at) =>
  requireThat(
    typeof value === 'string' && /^mqtts?:\/\/[^/:]+:\d+$/.test(value),
    at,
    'is no MQTT URL with its port',
  );

/** Contains no null at any depth, as required of data stored on the phone and of every legacy answer. */
export const noNull: Rule = (value, at) => {
  requireThat(value !== null, at, 'is null');
  if (typeof value !== 'object') return;
  for (const [name, each] of Object.entries(value as object)) noNull(each, `${at}.${name}`);
};

export const all =
  (...rules: readonly Rule[]): Rule =>
  (value, at) => {
    for (const rule of rules) rule(value, at);
  };

/** Returns the value as the type that the rule establishes. */
export function read<Known>(rule: Rule, value: unknown, at: string): Known {
  rule(value, at);
  return value as Known;
}
