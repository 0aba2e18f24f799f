import type { Miss, Start } from '@azulejo/agents';
import { withPartIds } from '@azulejo/agents';
import { describeMiss, describeStart } from '@azulejo/agents/words/history';
import type { AgentDefinition } from '@azulejo/contract';
import { type HomeWording, type PartWords, partWords } from '../agents/index.ts';

/** Describes why a run started or did not start, and its steps. */
export type Words = PartWords & {
  readonly because: (start: Start, at: number) => string;
  readonly miss: (miss: Miss) => string;
};

/** Returns the words for decisions of a definition. */
export function createWords(home: HomeWording, definition: AgentDefinition): Words {
  const wording = { ...home, definition: withPartIds(definition) };
  return {
    ...partWords(wording),
    because: (start, at) => describeStart(start, at, wording),
    miss: (miss) => describeMiss(miss, wording),
  };
}
