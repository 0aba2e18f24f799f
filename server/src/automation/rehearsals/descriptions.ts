import type { Miss, Start } from '@azulejo/automations';
import { withPartIds } from '@azulejo/automations';
import { describeMiss, describeStart } from '@azulejo/automations/words/history';
import type { AutomationDefinition } from '@azulejo/contract';
import { type HomeWording, type PartWords, partWords } from '../definitions/index.ts';

/** Describes why a run started or did not start, and its steps. */
export type Descriptions = PartWords & {
  readonly because: (start: Start, at: number) => string;
  readonly miss: (miss: Miss) => string;
};

/** Creates the descriptions of what a definition decides. */
export function createDescriptions(home: HomeWording, definition: AutomationDefinition): Descriptions {
  const wording = { ...home, definition: withPartIds(definition) };
  return {
    ...partWords(wording),
    because: (start, at) => describeStart(start, at, wording),
    miss: (miss) => describeMiss(miss, wording),
  };
}
