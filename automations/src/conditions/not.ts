import { not as opposite } from '../compile/truths.ts';
import { fill } from '../words/message.ts';
import type { ConditionKind } from './condition-kind.ts';
import { grouped } from './group.ts';

/** The opposite of a condition. */
export const not: ConditionKind = {
  compile({ id, inner }, part, path) {
    const condition = inner(part['not'], `${path}.not`);
    return condition && grouped(id, [condition], (truths) => opposite(truths[0] ?? null));
  },

  phrase: (given, path, { speech }, inner) =>
    fill(speech.words.condition.not, { condition: inner(given['not'], `${path}.not`) }),

  loop: (part, _facts, inner) => ({ not: inner(part['not']) }),
};
