import type { UnmappedCode } from '@azulejo/contract';
import { sentenceOf } from '../template/unmapped.ts';

/** Thrown when a device's description has something that cannot be mapped; the message says what. */
export class NotMapped extends Error {
  readonly code: UnmappedCode;
  readonly detail: string;

  constructor(code: UnmappedCode, detail = '') {
    super(sentenceOf(code, detail));
    this.code = code;
    this.detail = detail;
  }
}

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the text that Home Assistant makes of a value in JSON. It is written in Python, whose booleans begin
 * with upper case.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
}

export const isSameText = (one: unknown, other: unknown): boolean => {
  const [first, second] = [textOf(one), textOf(other)];
  return first !== undefined && first.toLowerCase() === second?.toLowerCase();
};

/** A number as devices write it; JavaScript also takes `0x1f` for one. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Returns a number, or undefined for a text that is none, e.g. `unknown`. */
export function numberOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim() ?? '';
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Words that mean that there is no value. */
const NOTHING = new Set(['', 'none', 'null', 'nan', 'undefined', 'unknown', 'unavailable']);

/** Returns a text; undefined for a word that means that there is no value, unless it is one of the choices. */
export function knownText(value: unknown, choices: readonly unknown[] = []): string | undefined {
  const text = textOf(value);
  if (text === undefined || choices.includes(text)) return text;
  return NOTHING.has(text.trim().toLowerCase()) ? undefined : text;
}

/** Returns the function that reads one of the choices; what is none of them is kept, unless it means nothing. */
export const choiceOf =
  (choices: readonly unknown[]) =>
  (value: unknown): string | undefined =>
    knownText(value, choices);

/** Returns the function that reads one of the choices; what is none of them is nothing. */
export const oneOf =
  (choices: readonly string[]) =>
  (value: unknown): string | undefined =>
    choices.find((choice) => isSameText(choice, value));

const TRUE = new Set(['true', 'yes', 'on', 'enable', '1']);
const FALSE = new Set(['false', 'no', 'off', 'disable', '0']);

/** Returns a setting that is on or off, also one that is written as a word; undefined for anything else. */
export function switchedOf(value: unknown): boolean | undefined {
  const text = textOf(value)?.trim().toLowerCase() ?? '';
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : undefined;
}

/** Returns the items of what may be one or a list. */
export const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
};
