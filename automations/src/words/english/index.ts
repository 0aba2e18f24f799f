import { CONDITIONS } from '../../conditions/index.ts';
import { STEPS } from '../../steps/index.ts';
import { TRIGGERS } from '../../triggers/index.ts';
import type { OwnMessages } from '../own-messages.ts';
import { history } from './history.ts';
import { predicates } from './predicates.ts';
import { ready } from './ready.ts';
import { sentence } from './sentence.ts';

/** Returns the messages of all kinds. Throws if two kinds have one of the same name. */
function ownOf(all: readonly (OwnMessages | undefined)[]): OwnMessages {
  const entries = all.flatMap((each) => Object.entries(each ?? {}));
  const own = Object.fromEntries(entries);
  for (const [name, message] of entries)
    if (own[name] !== message) throw new Error(`Two kinds have a message "${name}".`);
  return own;
}

/**
 * The messages in English, from which `npm run messages` makes the catalogues of `automations/languages`: those of this
 * folder, which several kinds share, and those of each kind of trigger, condition and step.
 */
export const english = {
  ...sentence,
  trigger: { ...sentence.trigger, ...ownOf(Object.values(TRIGGERS).map(({ messages }) => messages)) },
  condition: ownOf(Object.values(CONDITIONS).map(({ messages }) => messages)),
  step: { ...sentence.step, ...ownOf(Object.values(STEPS).map(({ messages }) => messages)) },
  predicates,
  history: {
    ...history,
    start: { ...history.start, ...ownOf(Object.values(TRIGGERS).map(({ startMessages }) => startMessages)) },
  },
  ready,
};
