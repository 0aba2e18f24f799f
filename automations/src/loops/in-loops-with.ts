import type { LoopAutomation } from './types.ts';

type Automations = readonly LoopAutomation[];

/**
 * Returns the automations that matter for loops with one of them in it, in the same order: those that its writes may
 * start, directly or through others, and those that may start these. It returns none if nothing starts it again.
 */
export function inLoopsWith(own: LoopAutomation, automations: Automations): Automations {
  const startedBy = listenersOf(automations);
  const started = new Set<LoopAutomation>();
  const pending = [own];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const each of propertiesSet(next).flatMap((property) => startedBy.get(property) ?? [])) {
      if (started.has(each)) continue;
      started.add(each);
      pending.push(each);
    }
  }
  if (!started.has(own)) return [];
  const isHeard = (property: string) => startedBy.get(property)?.some((each) => started.has(each)) === true;
  return automations.filter((each) => started.has(each) || propertiesSet(each).some(isHeard));
}

/** Returns the automations that each property may start, each once. */
function listenersOf(automations: Automations): ReadonlyMap<string, Automations> {
  const listeners = new Map<string, LoopAutomation[]>();
  for (const automation of automations) {
    const properties = automation.triggers.flatMap(({ every }) => every.map(({ property }) => property));
    for (const property of new Set(properties)) {
      const others = listeners.get(property);
      if (others) others.push(automation);
      else listeners.set(property, [automation]);
    }
  }
  return listeners;
}

const propertiesSet = ({ steps }: LoopAutomation): readonly string[] => [
  ...new Set(steps.flatMap((step) => ('set' in step ? [step.set] : []))),
];
