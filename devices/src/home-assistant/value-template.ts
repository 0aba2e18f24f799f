import { createJinja } from './jinja/jinja.ts';
import { isMembers, NotMapped } from './text.ts';

/** Returns what a template makes of a message; undefined when there is nothing. */
export type ValueTemplate = (payload: string, variables?: Readonly<Record<string, unknown>>) => unknown;

/** Longer messages than this are not read as JSON. */
const MAX_PAYLOAD = 65_536;

/** `{{ value_json.a.b }}`, as nine of ten templates are, also with `['a']` and `| is_defined`. */
const PATH =
  /^\{\{-?\s*(value|value_json)((?:\.[A-Za-z_]\w*|\[(?:'[^'\]]*'|"[^"\]]*"|\d+)\])*)\s*(?:\|\s*is_defined\s*)?-?\}\}$/;
const STEP = /\.(\w+)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g;

/** Returns whether the text is a template that the interpreter has to evaluate. */
export const isEvaluated = (source: string): boolean => /\{[{%]/.test(source) && !PATH.test(source.trim());

/** The state of the entity before the message: a template that yields it yields nothing, so the last value stays. */
const NO_STATE = {};

/** Returns the function that reads messages by a template of Home Assistant. Throws NotMapped. */
export function compileTemplate(source: string): ValueTemplate {
  const [, root, path = ''] = PATH.exec(source.trim()) ?? [];
  if (root === 'value' && path === '') return (payload) => payload;
  if (root === 'value_json') return pathTemplate(path);
  const jinja = createJinja(source);
  return (payload, variables = {}) => {
    if (payload.length > MAX_PAYLOAD) return undefined;
    return jinja({ value: payload, value_json: parsedJson(payload), this: NO_STATE, ...variables });
  };
}

function pathTemplate(path: string): ValueTemplate {
  const steps = [...path.matchAll(STEP)].map(
    ([, ...names]) => names.find((name) => name !== undefined) ?? '',
  );
  return (payload) =>
    steps.reduce<unknown>((value, step) => {
      if (Array.isArray(value)) return value[Number(step)];
      return isMembers(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    }, parsedJson(payload));
}

let last: { readonly payload: string; readonly value: unknown } | undefined;

/**
 * Returns undefined for text that is not JSON. The value must not be changed: a message is parsed once for all
 * entities that it is about.
 */
export function parsedJson(payload: string): unknown {
  if (payload.length > MAX_PAYLOAD) return undefined;
  if (last?.payload !== payload) last = { payload, value: parse(payload) };
  return last.value;
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

/** Returns the template, or undefined when there is none. Throws NotMapped. */
export function templateIn(value: unknown): ValueTemplate | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw new NotMapped('template_no_text');
  return compileTemplate(value);
}
