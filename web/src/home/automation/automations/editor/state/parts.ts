import type { AutomationDefinition } from '@azulejo/contract';
import { moved } from '../../../../../design/member-path.ts';
import { listOf, parentOf, valueAt, wholeOf, withValueAt } from './path.ts';

/** The three clauses of the sentence, by their members of the definition. */
export type ClauseName = 'when' | 'onlyIf' | 'then';

export type Placed = { readonly definition: AutomationDefinition; readonly path: string };

/** A part that a person has still to choose. */
const BLANK = {};

/** Whether nothing has been chosen for a part yet. A part has an id from the start. */
export const isBlank = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && Object.keys(part).every((key) => key === 'id');

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns a new automation in which nothing is chosen yet. */
export const newDefinition = (label: string): AutomationDefinition =>
  ({ label, when: [BLANK], then: [BLANK] }) as unknown as AutomationDefinition;

/** Adds a part at the end of a clause, or in place of one that was still to be chosen. */
export function addPart(definition: AutomationDefinition, clause: ClauseName, part: object): Placed {
  if (clause === 'onlyIf') return addCondition(definition, part);
  const parts = asList(definition[clause]);
  const blank = parts.findIndex(isBlank);
  const at = blank < 0 ? parts.length : blank;
  const next = blank < 0 ? [...parts, part] : parts.with(blank, part);
  return { definition: withValueAt(definition, clause, next), path: `${clause}[${at}]` };
}

/** Adds a condition. A second one makes a group of both; further ones join the existing group. */
function addCondition(definition: AutomationDefinition, part: object): Placed {
  const { onlyIf } = definition;
  if (onlyIf === undefined) return { definition: withValueAt(definition, 'onlyIf', part), path: 'onlyIf' };
  const key = onlyIf.kind === 'any' ? 'any' : 'all';
  const members = asList(valueAt(onlyIf, key));
  const before = members.length > 0 ? members : [onlyIf];
  return {
    definition: withValueAt(definition, 'onlyIf', { kind: key, [key]: [...before, part] }),
    path: `onlyIf.${key}[${before.length}]`,
  };
}

/**
 * Replaces a part. Keeps its id, so that references stay valid, its list of triggers, and its step options, which are
 * those of `options`.
 */
export function replacePart(
  definition: AutomationDefinition,
  path: string,
  part: object,
  options: readonly string[] = STEP_OPTIONS,
): AutomationDefinition {
  const before = (valueAt(definition, path) ?? {}) as Readonly<Record<string, unknown>>;
  const isKept = (name: string) =>
    name === 'id' ||
    (name === 'for' && Array.isArray(before[name])) ||
    (options.includes(name) && isSet(before) && isSet(part));
  const kept = Object.entries(before).filter(([name]) => isKept(name));
  return withValueAt(definition, path, { ...Object.fromEntries(kept), ...part });
}

const isSet = (part: object): boolean => 'kind' in part && part.kind === 'set';

/** The members that say how a step sets a device, whatever the value. */
const STEP_OPTIONS = ['only', 'else'];
/** These members of a command are kept; it has no `only`, because it is always sent. */
export const COMMAND_OPTIONS = ['else'];

/** Removes a part. A clause that must not be empty gets a part that is still to be chosen. */
export function removePart(definition: AutomationDefinition, path: string): AutomationDefinition {
  const place = listOf(path);
  if (place === undefined) {
    if (path === 'onlyIf') return withValueAt(definition, 'onlyIf', undefined);
    // A part that is negated, waited for or decided on cannot be missing: it is removed with the part that holds it.
    return removePart(definition, parentOf(path));
  }
  const { list, index } = place;
  const rest = asList(valueAt(definition, list)).filter((_, at) => at !== index);
  if (rest.length > 0) return withValueAt(definition, list, rest);
  if (list === 'when' || list === 'then') return withValueAt(definition, list, [BLANK]);
  return list.endsWith('.else')
    ? withValueAt(definition, list, undefined)
    : removePart(definition, parentOf(list));
}

/** Adds a step that is still to be chosen after another one. */
export function addStepAfter(definition: AutomationDefinition, path: string): Placed {
  const { list, index } = listOf(wholeOf(path)) ?? { list: 'then', index: -1 };
  const steps = asList(valueAt(definition, list)).toSpliced(index + 1, 0, BLANK);
  return { definition: withValueAt(definition, list, steps), path: `${list}[${index + 1}]` };
}

/** Adds what is done if a condition within the steps is not true. */
export const addElse = (definition: AutomationDefinition, step: string): Placed => ({
  definition: withValueAt(definition, `${step}.else`, [BLANK]),
  path: `${step}.else[0]`,
});

/**
 * Adds a condition next to another one, of which all (or any) must be true: to their group, or to a new one.
 */
export function addSibling(
  definition: AutomationDefinition,
  path: string,
  key: Join,
  condition: object = BLANK,
): Placed {
  const at = path.replace(/(\.not)+$/, '');
  const place = listOf(at);
  if (place?.list.endsWith(`.${key}`)) {
    const members = asList(valueAt(definition, place.list)).toSpliced(place.index + 1, 0, condition);
    return {
      definition: withValueAt(definition, place.list, members),
      path: `${place.list}[${place.index + 1}]`,
    };
  }
  const group = { kind: key, [key]: [valueAt(definition, at), condition] };
  return { definition: withValueAt(definition, at, group), path: `${at}.${key}[1]` };
}

/** Moves a part before (-1) or after (1) its neighbour, or by more places; undefined where there is no such place. */
export function movePart(definition: AutomationDefinition, path: string, by: number): Placed | undefined {
  const place = listOf(wholeOf(path));
  if (place === undefined) return undefined;
  const { list, index } = place;
  const parts = asList(valueAt(definition, list));
  const to = index + by;
  if (to < 0 || to >= parts.length) return undefined;
  return { definition: withValueAt(definition, list, moved(parts, index, to)), path: `${list}[${to}]` };
}

/** Puts a copy of a part after it. Ids are left out, because each part has its own. */
export function duplicatePart(definition: AutomationDefinition, path: string): Placed {
  const copy = withoutIds(valueAt(definition, wholeOf(path))) as object;
  const place = listOf(wholeOf(path));
  if (place === undefined) return addSibling(definition, path, 'all', copy);
  const { list, index } = place;
  const parts = asList(valueAt(definition, list)).toSpliced(index + 1, 0, copy);
  return { definition: withValueAt(definition, list, parts), path: `${list}[${index + 1}]` };
}

function withoutIds(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutIds);
  if (typeof part !== 'object' || part === null) return part;
  const { id: _id, ...rest } = part as { id?: unknown };
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, GROUPS.has(name) ? withoutIds(value) : value]),
  );
}

const GROUPS: ReadonlySet<string> = new Set(['all', 'any', 'not', 'if', 'waitUntil', 'then', 'else']);

/** Turns a condition into its opposite, and back. */
export function negatePart(definition: AutomationDefinition, path: string): Placed {
  if (path.endsWith('.not')) {
    const outer = parentOf(path);
    return { definition: withValueAt(definition, outer, valueAt(definition, path)), path: outer };
  }
  return {
    definition: withValueAt(definition, path, { kind: 'not', not: valueAt(definition, path) }),
    path: `${path}.not`,
  };
}

/** How many of several conditions must be true. */
export type Join = 'all' | 'any';

/** Returns how many of the conditions of a group must be true; undefined for a condition outside a group. */
export function joinOf(definition: AutomationDefinition, path: string): Join | undefined {
  const list = listOf(path)?.list ?? '';
  const key = /\.(all|any)$/.exec(list)?.[1] as Join | undefined;
  return asList(valueAt(definition, list)).length > 1 ? key : undefined;
}

/** Changes how many conditions of the group of a condition must be true. */
export function withJoin(definition: AutomationDefinition, path: string, join: Join): Placed {
  const place = listOf(path);
  const present = joinOf(definition, path);
  if (place === undefined || present === undefined || present === join) return { definition, path };
  const group = parentOf(place.list);
  const { [present]: members, ...rest } = valueAt(definition, group) as Readonly<Record<string, unknown>>;
  return {
    definition: withValueAt(definition, group, { ...rest, kind: join, [join]: members }),
    path: `${group}.${join}[${place.index}]`,
  };
}

/** Whether nothing has been chosen for the part at a path yet. */
export const isBlankAt = (definition: AutomationDefinition, path: string): boolean =>
  isBlank(valueAt(definition, path));
