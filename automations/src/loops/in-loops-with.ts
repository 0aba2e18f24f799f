import type { LoopAutomation } from './types.ts';

type Automations = readonly LoopAutomation[];

/**
 * Reduces a home to the automations that can take part in a loop with `own`, in the same order. An automation can if
 * the writes of `own` may start it, directly or through others, or if it may start such an automation. The result is
 * empty if nothing can start `own` again.
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
