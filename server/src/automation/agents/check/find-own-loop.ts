import { describeAgent, type LoopCheck, type LoopPart } from '@azulejo/agents';
import type { AgentDefinition } from '@azulejo/contract';
import { type CompiledHome, othersForLoops } from '../homes.ts';
import type { LoopSearch } from '../loops/find-loop-in-thread.ts';

/** Loops of other agents that are left out, one after the other: their owner wanted them. */
const MAX_SEARCHES = 5;

/** The id of a definition that is not stored yet. */
export const NEW_AGENT = '';

export type OwnLoop =
  | { readonly kind: 'none' }
  /** It may take part in a loop, but none was found. */
  | { readonly kind: 'possible'; readonly agents: readonly string[] }
  | { readonly kind: 'loop'; readonly story: readonly LoopPart[] };

/** Searches for loops in which an agent takes part. The definition must compile. */
export async function findOwnLoop(
  searchLoops: LoopSearch['find'],
  home: CompiledHome,
  { id = NEW_AGENT, definition }: { id: string | undefined; definition: AgentDefinition },
): Promise<OwnLoop> {
  const own = describeAgent({ id, definition }, home.facts, home.sceneWrites);
  let others = await othersForLoops(home, id);
  for (let searches = 0; searches < MAX_SEARCHES; searches += 1) {
    // The reducer counts the same value again as no change, so that no property is momentary.
    const found: LoopCheck = await searchLoops(home.facts.owner, {
      agents: [...others, own],
      momentary: new Set(),
    });
    if (found.kind === 'none') return found;
    if (found.kind === 'possible')
      return found.agents.length === 0 || found.agents.includes(id) ? found : { kind: 'none' };
    if (found.story.some(({ agent }) => agent === id)) return found;
    const inLoop = new Set(found.story.map(({ agent }) => agent));
    others = others.filter((each) => !inLoop.has(each.id));
  }
  return { kind: 'possible', agents: [id] };
}
