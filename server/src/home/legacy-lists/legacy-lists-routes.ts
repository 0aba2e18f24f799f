import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { Problem } from '../../platform/problem.ts';
import { revisionOf } from '../../platform/revision.ts';

/*
 * Known apps request these lists on each start, although the platform does not have the features. Whole
 * screens fail without a reply (android-app 2.0), and creating something that would never run must not appear
 * to succeed.
 */

/** Returns a handler that gives everyone the same empty list. */
function empty<Body>(body: Body) {
  const revision = revisionOf(1, body);
  return async () => ({ body, revision, cacheControl: PRIVATE });
}

/** Handles an element of a list that is always empty. */
const notFound = async (): Promise<never> => {
  throw new Problem('not_found');
};

export function cardHandlers(): Handlers<typeof resources.cards> {
  return {
    list: empty({ elements: [] }),
    listLegacy: empty({ cards: [] }),
    clear: async () => ({ body: {} }),
    answer: notFound,
    view: notFound,
    click: notFound,
  };
}
