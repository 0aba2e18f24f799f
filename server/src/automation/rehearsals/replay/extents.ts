import { type CompiledAutomation, withPartIds } from '@azulejo/automations';
import type { AutomationDefinition } from '@azulejo/contract';

/** Collects the least and the greatest value of each property that a trigger compares with a number. */
export function createExtents(definition: AutomationDefinition, { triggers }: CompiledAutomation) {
  const numeric = new Set(numberTriggersOf(definition).map(({ trigger }) => trigger.id));
  const extents = new Map<string, [number, number]>();
  for (const trigger of triggers)
    if (trigger.kind === 'property' && numeric.has(trigger.id))
      for (const { key } of trigger.members) extents.set(key, [Infinity, -Infinity]);
  return {
    see(key: string, value: unknown): void {
      const extent = extents.get(key);
      if (extent === undefined || typeof value !== 'number') return;
      if (value < extent[0]) extent[0] = value;
      if (value > extent[1]) extent[1] = value;
    },
    result: (): Map<string, [number, number]> => extents,
  };
}

/** Returns the triggers that fire when a number passes a value, with their paths. */
export function numberTriggersOf(definition: AutomationDefinition) {
  return withPartIds(definition).when.flatMap((trigger, index) =>
    'is' in trigger &&
    (trigger.is === 'rises-above' || trigger.is === 'falls-below') &&
    typeof trigger.value === 'number'
      ? [{ trigger: { ...trigger, id: String(trigger.id), value: trigger.value }, path: `when[${index}]` }]
      : [],
  );
}
