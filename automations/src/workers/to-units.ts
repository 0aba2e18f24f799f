import type { AutomationDefinition } from '@azulejo/contract';
import type { Placed } from './form.ts';
import { FORMS } from './forms.ts';
import {
  type Members,
  pick,
  type UnitPlaces,
  type WorkerKind,
  type WorkerUnit,
  type WorkerUnits,
} from './unit.ts';

/** Returns a part as a rule of the apps; undefined if it has no such form. */
function placedOf(kind: WorkerKind, part: Members, places: UnitPlaces): Placed | undefined {
  for (const { toRule } of FORMS[kind]) {
    const placed = toRule(part, places);
    if (placed) return placed;
  }
  return undefined;
}

function toUnit(placed: Placed, part: Members, members: Members = {}): WorkerUnit {
  const { channel, component, property, rule } = placed;
  const { is, ...others } = rule;
  const text = JSON.stringify({ is, property, ...others, ...pick(part, ['id']), ...members });
  return { channel, component, property, rule: text };
}

/** Returns all of them, or undefined if one is missing. */
const complete = <Each>(all: readonly (Each | undefined)[]): Each[] | undefined => {
  const present = all.filter((each) => each !== undefined);
  return present.length === all.length ? present : undefined;
};

/**
 * Returns the triggers, which must be of one part of one device: when a person edits the automation, the iOS app
 * keeps only those of the first (ios-app 6.1).
 */
function triggersOf({ when }: AutomationDefinition, places: UnitPlaces): WorkerUnit[] | undefined {
  const units = complete(
    when.map((part: Members) => {
      const placed = placedOf('triggers', part, places);
      return placed && toUnit(placed, part);
    }),
  );
  const first = units?.[0];
  if (!first) return undefined;
  const isOfFirst = ({ channel, component }: WorkerUnit) =>
    channel === first.channel && component === first.component;
  return units.every(isOfFirst) ? units : undefined;
}

/**
 * Returns the conditions: a plain one, or the plain ones of an `all`. `in` is the id of that group, and tells one
 * condition from a group of one.
 */
function statesOf({ onlyIf }: AutomationDefinition, places: UnitPlaces): WorkerUnit[] | undefined {
  if (onlyIf === undefined) return [];
  const isGroup = onlyIf.kind === 'all';
  const parts: readonly Members[] = isGroup ? onlyIf.all : [onlyIf];
  const group = isGroup ? { in: onlyIf.id ?? '' } : {};
  return complete(
    parts.map((part, order) => {
      const placed = placedOf('states', part, places);
      return placed && toUnit(placed, part, { ...group, order });
    }),
  );
}

/** Returns the steps. A wait is part of the unit of the step after it, so it cannot be the last. */
function actionsOf({ then }: AutomationDefinition, places: UnitPlaces): WorkerUnit[] | undefined {
  const units: WorkerUnit[] = [];
  let after: Members | undefined;
  for (const step of then as readonly Members[]) {
    if (step['kind'] === 'wait') {
      if (after) return undefined;
      const { kind: _kind, ...wait } = step;
      after = wait;
      continue;
    }
    const placed = placedOf('actions', step, places);
    if (!placed) return undefined;
    units.push(toUnit(placed, step, { ...(after && { after }), order: units.length }));
    after = undefined;
  }
  return after ? undefined : units;
}

/** Returns the automation as units that both apps can edit without losing anything; undefined if they cannot. */
export function toWorkerUnits(definition: AutomationDefinition, places: UnitPlaces): WorkerUnits | undefined {
  const triggers = triggersOf(definition, places);
  const states = statesOf(definition, places);
  const actions = actionsOf(definition, places);
  return triggers && states && actions ? { triggers, states, actions } : undefined;
}

/** Returns units for the people in an automation that apps cannot edit, so that phones watch those places. */
export function peopleUnits(definition: AutomationDefinition, places: UnitPlaces): WorkerUnit[] {
  const found: WorkerUnit[] = [];
  const visit = (kind: WorkerKind, part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('kind' in part && part.kind === 'person') {
      const placed = placedOf(kind, part, places);
      if (placed) found.push(toUnit(placed, part));
    }
    for (const inner of Object.values(part)) visit(kind, inner);
  };
  visit('triggers', definition.when);
  visit('states', definition.onlyIf);
  return found;
}
