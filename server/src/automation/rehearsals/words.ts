import type { Miss, Start } from '@azulejo/agents';
import { withPartIds } from '@azulejo/agents';
import { describeMiss, describeStart } from '@azulejo/agents/words/history';
import type { AgentDefinition } from '@azulejo/contract';
import { type HomeTeller, type PartWords, partWords } from '../agents/index.ts';

/** Says in words what started a run, what kept one from starting, and what its parts are. */
export type Words = PartWords & {
  readonly because: (start: Start, at: number) => string;
  readonly miss: (miss: Miss) => string;
};

/** Returns the words for decisions of a definition. */
export function createWords(teller: HomeTeller, definition: AgentDefinition): Words {
  const telling = { ...teller, definition: withPartIds(definition) };
  return {
    ...partWords(telling),
    because: (start, at) => describeStart(start, at, telling),
    miss: (miss) => describeMiss(miss, telling),
  };
}
