import { TRIGGER_MESSAGES } from '../../triggers/index.ts';
import { history } from './history.ts';
import { predicates } from './predicates.ts';
import { ready } from './ready.ts';
import { sentence } from './sentence.ts';

/**
 * The messages in English, from which `npm run messages` makes the catalogues of `automations/languages`: those of this
 * folder, which several kinds share, and those of each kind of trigger.
 */
export const english = {
  ...sentence,
  trigger: { ...sentence.trigger, ...TRIGGER_MESSAGES.phrase },
  predicates,
  history: { ...history, start: { ...history.start, ...TRIGGER_MESSAGES.start } },
  ready,
};
