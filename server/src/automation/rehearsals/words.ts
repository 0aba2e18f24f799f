import type { Miss, Start } from '@azulejo/agents';
import { withPartIds } from '@azulejo/agents';
import { describeMiss, describeStart } from '@azulejo/agents/words/history';
import type { AgentDefinition } from '@azulejo/contract';
import type { HomeTeller } from '../agents/index.ts';

/** Says in words what started a run and what kept one from starting. */
export type Words = {
  readonly because: (start: Start, at: number) => string;
  readonly miss: (miss: Miss) => string;
};

/** Returns the words for decisions of a definition. */
export function createWords(teller: HomeTeller, definition: AgentDefinition): Words {
  const telling = { ...teller, definition: withPartIds(definition) };
  return {
    because: (start, at) => describeStart(start, at, telling),
    miss: (miss) => describeMiss(miss, telling),
  };
}
