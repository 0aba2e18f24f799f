import type { Automation } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StoredAutomation } from './automation-row.ts';
import type { CompiledHome, Homes } from './homes.ts';
import { toWireAutomation } from './wire.ts';
import { type Sentences, sentencesOf } from './words/sentences.ts';
import type { WordingFor } from './words/wording.ts';

type Dependencies = { homes: Homes; clock: Pick<Clock, 'now'>; wordingFor: WordingFor };

/** Describes automations of a user in words, in a given language or in that of the user. Throws `not_found`. */
export type DescribeAutomations = (
  userId: string,
  language: string | undefined,
) => Promise<{
  readonly home: CompiledHome;
  readonly sentences: Sentences;
  readonly automation: (stored: StoredAutomation) => Automation;
}>;

export function createDescribeAutomations({ homes, clock, wordingFor }: Dependencies): DescribeAutomations {
  return async (userId, language) => {
    const home = await homes.of(userId);
    if (!home) throw new ApiError('not_found');
    const sentences = sentencesOf(await wordingFor(home, language));
    return {
      home,
      sentences,
      automation: (stored) => toWireAutomation(stored, home, { sentences, now: clock.now() }),
    };
  };
}
