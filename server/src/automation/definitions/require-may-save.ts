import { describeAutomation, type PropertyFacts } from '@azulejo/automations';
import type { AutomationDefinition } from '@azulejo/contract';
import { isSecure } from '@azulejo/model';
import { type Rights, requireMaySet } from '../../core/access/index.ts';
import { stepsOf } from './check/parts.ts';
import type { CompiledHome } from './homes.ts';

type Named = { readonly id: string; readonly definition: AutomationDefinition };
type Writing = Pick<CompiledHome, 'facts' | 'sceneWrites'> & { readonly automations: readonly Named[] };

/** Returns the properties that an automation sets: itself, by scenes, and by the automations that it runs or switches on. */
function writesOf(home: Writing, automation: Named): PropertyFacts[] {
  const seen = new Set([automation.id]);
  const found: PropertyFacts[] = [];
  const waiting = [automation];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const step of describeAutomation(next, home.facts, home.sceneWrites).steps) {
      const property = 'set' in step ? home.facts.properties.get(step.set) : undefined;
      if (property) found.push(property);
    }
    for (const { step } of stepsOf(next.definition)) {
      const other =
        step['kind'] === 'automation' && home.automations.find(({ id }) => id === step['automation']);
      if (!other || seen.has(other.id)) continue;
      seen.add(other.id);
      waiting.push(other);
    }
  }
  return found;
}

/**
 * Throws `insufficient_scope` when the automation does what the rights do not suffice for: nobody lets an automation do
 * what they may not do themselves.
 */
export function requireMaySave(rights: Rights = 'all', home: Writing, automation: Named): void {
  if (rights === 'all') return;
  for (const { classes, componentType } of writesOf(home, automation))
    requireMaySet(rights, isSecure({ classes, components: [componentType] }));
}
