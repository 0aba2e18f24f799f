import type { AutomationDefinition } from '@azulejo/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { ownTurn } from '../../../platform/short-turns.ts';
import type { CompiledHome } from '../homes.ts';
import type { LoopSearch } from '../loops/find-loop-in-thread.ts';
import { sentencesOf } from '../words/sentences.ts';
import type { WordingFor } from '../words/wording.ts';
import { findOwnLoop } from './find-own-loop.ts';
import { stepsOf } from './parts.ts';
import { type RequireRunnable, throwErrors } from './require-runnable.ts';
import type { UnknownRecipients } from './unknown-recipients.ts';

type Dependencies = {
  searchLoops: LoopSearch['find'];
  requireRunnable: RequireRunnable;
  unknownRecipients: UnknownRecipients;
  wordingFor: WordingFor;
};

export type Admission = {
  /** Id of the automation that the definition replaces. */
  readonly id?: string;
  readonly definition: AutomationDefinition;
  /** Whether it may never end, as its owner says. */
  readonly allowsLoop?: boolean;
  /** The language in which a loop is explained; by default, the user's language. */
  readonly language?: string;
};

export type Admit = ReturnType<typeof createAdmit>;

/**
 * Returns the definition as it is stored: with ids of its parts, and without whether it is switched on. Throws
 * `invalid_automation` with a path into the definition for each error, or `automation_loop` with the story.
 */
export function createAdmit({ searchLoops, requireRunnable, unknownRecipients, wordingFor }: Dependencies) {
  return async (
    home: CompiledHome,
    { id, allowsLoop, language, ...given }: Admission,
  ): Promise<AutomationDefinition> => {
    await ownTurn();
    const definition = requireRunnable(home, { id, definition: given.definition });
    throwErrors(await unknownRecipients(home.facts.owner, definition));
    const loop = await findOwnLoop(searchLoops, home, { id, definition });
    if (loop.kind !== 'loop') return definition;
    const waits = stepsOf(definition).some(({ step }) => step['kind'] === 'wait');
    if (allowsLoop === true && waits) return definition;
    const { loop: storyOf } = sentencesOf(await wordingFor(home, language));
    throw new ApiError('automation_loop', { detail: storyOf(loop.story, id) });
  };
}
