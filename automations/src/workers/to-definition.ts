import type { AutomationDefinition } from '@azulejo/contract';
import { FORMS } from './forms.ts';
import {
  isMembers,
  type Members,
  pick,
  readRule,
  type SentUnit,
  type SentUnits,
  type WorkerKind,
} from './unit.ts';

type ReadUnit = { readonly rule: Members; readonly part: Members };
/** A unit that is not a part of an automation, by its place among those of its kind. */
export type UnitFault = { readonly kind: WorkerKind; readonly index: number };
type Parts = Pick<AutomationDefinition, 'when' | 'onlyIf' | 'then'>;

function read(kind: WorkerKind, unit: SentUnit): ReadUnit | undefined {
  const rule = readRule(unit.rule);
  const form = rule && FORMS[kind].find(({ words }) => words.includes(rule.is));
  return form && { rule, part: { ...pick(rule, ['id']), ...form.toPart(rule, unit) } };
}

/**
 * Returns the units in the order in which they were made: the iOS app sorts them by device (ios-app 6.2). A unit
 * without a stored position follows the unit before it.
 */
function inOrder(units: readonly ReadUnit[]): ReadUnit[] {
  let last = 0;
  const placed = units.map((unit) => {
    const { order } = unit.rule;
    if (typeof order === 'number') last = order;
    return { unit, order: last };
  });
  return placed.toSorted((one, other) => one.order - other.order).map(({ unit }) => unit);
}

function conditionOf(units: readonly ReadUnit[]): Members | undefined {
  const [first, ...others] = units;
  if (!first) return undefined;
  const id = units.map(({ rule }) => rule['in']).find((name) => typeof name === 'string');
  if (others.length === 0 && id === undefined) return first.part;
  return { kind: 'all', ...(id ? { id } : {}), all: units.map(({ part }) => part) };
}

const stepsOf = (units: readonly ReadUnit[]): Members[] =>
  units.flatMap(({ rule, part }) => {
    const { after } = rule;
    return isMembers(after) ? [{ kind: 'wait', ...pick(after, ['id', 'wait', 'for']) }, part] : [part];
  });

/**
 * Returns the parts of an automation in units that an app sent, with all that the platform put into them. `faults`
 * are units of another rule editor. The parts have the form of a definition; whether their members are valid is to
 * be checked as for every definition.
 */
export function toDefinitionParts(units: SentUnits): { parts: Parts } | { faults: UnitFault[] } {
  const faults: UnitFault[] = [];
  const readAll = (kind: WorkerKind) =>
    units[kind].flatMap((unit, index) => {
      const found = read(kind, unit);
      if (!found) faults.push({ kind, index });
      return found ?? [];
    });
  const [triggers, states, actions] = [readAll('triggers'), readAll('states'), readAll('actions')];
  if (faults.length > 0) return { faults };
  const onlyIf = conditionOf(inOrder(states));
  const parts: Members = {
    when: triggers.map(({ part }) => part),
    ...(onlyIf && { onlyIf }),
    then: stepsOf(inOrder(actions)),
  };
  return { parts: parts as unknown as Parts };
}
