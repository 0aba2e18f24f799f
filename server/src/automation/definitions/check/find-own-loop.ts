import { describeAutomation, inLoopsWith, type LoopCheck, type LoopPart } from '@azulejo/automations';
import type { AutomationDefinition } from '@azulejo/contract';
import { type CompiledHome, othersForLoops } from '../homes.ts';
import type { LoopSearch } from '../loops/find-loop-in-thread.ts';

/** Loops of other automations that are left out, one after the other: their owner wanted them. */
const MAX_SEARCHES = 5;

/** The id of a definition that is not stored yet. */
export const NEW_AUTOMATION = '';

export type OwnLoop =
  | { readonly kind: 'none' }
  /** It may take part in a loop, but none was found. */
  | { readonly kind: 'possible'; readonly automations: readonly string[] }
  | { readonly kind: 'loop'; readonly story: readonly LoopPart[] };

/** Searches for loops in which an automation takes part. The definition must compile. */
export async function findOwnLoop(
  searchLoops: LoopSearch['find'],
  home: CompiledHome,
  { id = NEW_AUTOMATION, definition }: { id: string | undefined; definition: AutomationDefinition },
): Promise<OwnLoop> {
  const own = describeAutomation({ id, definition }, home.facts, home.sceneWrites);
  let others = await othersForLoops(home, id);
  for (let searches = 0; searches < MAX_SEARCHES; searches += 1) {
    const automations = inLoopsWith(own, [...others, own]);
    if (automations.length === 0) return { kind: 'none' };
    // The reducer counts the same value again as no change, so that no property is momentary.
    const found: LoopCheck = await searchLoops(home.facts.owner, { automations, momentary: new Set() });
    if (found.kind === 'none') return found;
    if (found.kind === 'possible')
      return found.automations.length === 0 || found.automations.includes(id) ? found : { kind: 'none' };
    if (found.story.some(({ automation }) => automation === id)) return found;
    const inLoop = new Set(found.story.map(({ automation }) => automation));
    others = others.filter((each) => !inLoop.has(each.id));
  }
  return { kind: 'possible', automations: [id] };
}
