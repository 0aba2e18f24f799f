/** Rules for what Gson accepts for each type that the Android app declares (android-app 1.5, 1.6). */
import { absoluteUrl, all, isObject, list, needed, optional, type Rule, requireThat } from './rules.ts';

/**
 * Gson also reads numbers and booleans as text; objects and lists fail the whole answer. Null counts as
 * absent.
 */
export const text: Rule = (value, at) =>
  requireThat(typeof value !== 'object' || value === null, at, 'is no text but an object or a list');

export const flag: Rule = (value, at) =>
  requireThat(value === undefined || ['boolean', 'string'].includes(typeof value), at, 'is no truth value');

export const whole: Rule = (value, at) =>
  requireThat(value === undefined || Number.isInteger(value), at, 'is no whole number');

export const number: Rule = (value, at) =>
  requireThat(value === undefined || typeof value === 'number', at, 'is no number');

/** The app reads only these two forms, with mandatory milliseconds (android-app 1.6). */
export const date: Rule = (value, at) =>
  requireThat(
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\+0000|Z)$/.test(value),
    at,
    'is no date in a form that the app reads',
  );

/** The date of a run has its own form (android-app 1.6). */
export const runDate: Rule = (value, at) =>
  requireThat(
    value === undefined ||
      value === '' ||
      (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)),
    at,
    'is no date in the form that the app reads',
  );

/** May be absent or null. With an empty text, the image loader throws (android-app 2.4). */
export const image: Rule = (value, at) => {
  if (value !== undefined && value !== null) absoluteUrl(value, at);
};

/** May be absent, which counts as empty. A null breaks the screen (android-app 2.3). */
export const listIfAny = (rule: Rule): Rule => optional(list(rule));
export const texts = listIfAny(needed(text));
export const present: Rule = (value, at) =>
  requireThat(value !== undefined && value !== null, at, 'is missing');
export const id = needed(
  all(text, (value, at) => requireThat(value !== '', at, 'is empty: nothing is found by it')),
);

export const mapOf =
  (rule: Rule): Rule =>
  (value, at) => {
    requireThat(isObject(value), at, 'is no map');
    for (const [name, each] of Object.entries(value)) rule(each, `${at}.${name}`);
  };
