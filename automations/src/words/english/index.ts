import { history } from './history.ts';
import { predicates } from './predicates.ts';
import { ready } from './ready.ts';
import { sentence } from './sentence.ts';

/** The messages in English, from which `npm run messages` makes the catalogues of `automations/languages`. */
export const english = { ...sentence, predicates, history, ready };
