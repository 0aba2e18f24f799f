import type { AgentDefinition } from '@azulejo/contract';
import { listOf, parentOf, valueAt, withValueAt } from './path.ts';

/** The three clauses of the sentence, by their members of the definition. */
export type ClauseName = 'when' | 'onlyIf' | 'then';

export type Placed = { readonly definition: AgentDefinition; readonly path: string };

/** A part that a person has still to choose. */
const BLANK = {};

/** Whether nothing has been chosen for a part yet. Its id is given to it at once. */
export const isBlank = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && Object.keys(part).every((key) => key === 'id');

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A new automation, of which nothing is chosen yet. */
export const newDefinition = (label: string): AgentDefinition =>
  ({ label, when: [BLANK], then: [BLANK] }) as unknown as AgentDefinition;

/** Adds a part at the end of a clause, or in place of one that was still to be chosen. */
export function addPart(definition: AgentDefinition, clause: ClauseName, part: object): Placed {
  if (clause === 'onlyIf') return addCondition(definition, part);
  const parts = asList(definition[clause]);
  const blank = parts.findIndex(isBlank);
  const at = blank < 0 ? parts.length : blank;
  const next = blank < 0 ? [...parts, part] : parts.with(blank, part);
  return { definition: withValueAt(definition, clause, next), path: `${clause}[${at}]` };
}

/** A second condition makes a group of both; further ones join the group that there is. */
function addCondition(definition: AgentDefinition, part: object): Placed {
  const { onlyIf } = definition;
  if (onlyIf === undefined) return { definition: withValueAt(definition, 'onlyIf', part), path: 'onlyIf' };
  const key = 'any' in onlyIf ? 'any' : 'all';
  const members = asList(valueAt(onlyIf, key));
  const before = members.length > 0 ? members : [onlyIf];
  return {
    definition: withValueAt(definition, 'onlyIf', { [key]: [...before, part] }),
    path: `onlyIf.${key}[${before.length}]`,
  };
}

/** Replaces a part by another one, which keeps the id: what refers to it goes on doing so. */
export function replacePart(definition: AgentDefinition, path: string, part: object): AgentDefinition {
  const id = valueAt(definition, `${path}.id`);
  return withValueAt(definition, path, id === undefined ? part : { id, ...part });
}

/** Takes a part away. A clause that must not be empty gets one that is to be chosen. */
export function removePart(definition: AgentDefinition, path: string): AgentDefinition {
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

/** Moves a part before (-1) or after (1) its neighbour; undefined where there is none. */
export function movePart(definition: AgentDefinition, path: string, by: -1 | 1): Placed | undefined {
  const place = listOf(path);
  if (place === undefined) return undefined;
  const { list, index } = place;
  const parts = asList(valueAt(definition, list));
  const to = index + by;
  if (to < 0 || to >= parts.length) return undefined;
  const swapped = parts.with(index, parts[to]).with(to, parts[index]);
  return { definition: withValueAt(definition, list, swapped), path: `${list}[${to}]` };
}

/** Puts a copy of a part after it. Ids are left out, because each part has its own. */
export function duplicatePart(definition: AgentDefinition, path: string): Placed {
  const copy = withoutIds(valueAt(definition, path)) as object;
  const place = listOf(path);
  if (place === undefined) return addPart(definition, 'onlyIf', copy);
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
export function negatePart(definition: AgentDefinition, path: string): Placed {
  if (path.endsWith('.not')) {
    const outer = parentOf(path);
    return { definition: withValueAt(definition, outer, valueAt(definition, path)), path: outer };
  }
  return {
    definition: withValueAt(definition, path, { not: valueAt(definition, path) }),
    path: `${path}.not`,
  };
}

/** Returns whether all conditions must be true, or one of them; undefined for fewer than two. */
export function joinOf({ onlyIf }: AgentDefinition): 'all' | 'any' | undefined {
  if (onlyIf === undefined) return undefined;
  const key = 'any' in onlyIf ? 'any' : 'all';
  return asList(valueAt(onlyIf, key)).length > 1 ? key : undefined;
}

export function withJoin(definition: AgentDefinition, join: 'all' | 'any'): AgentDefinition {
  const { onlyIf } = definition;
  const present = joinOf(definition);
  return present === undefined || present === join
    ? definition
    : withValueAt(definition, 'onlyIf', { [join]: valueAt(onlyIf, present) });
}

/** Whether nothing has been chosen for the part at a path yet. */
export const isBlankAt = (definition: AgentDefinition, path: string): boolean =>
  isBlank(valueAt(definition, path));
