import { not as opposite } from '../compile/truths.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import type { ConditionKind } from './condition-kind.ts';
import { grouped } from './group.ts';

const messages = { not: 'it is not true that {condition}' };

/** The opposite of a condition. */
export const not: ConditionKind = {
  messages,

  compile({ id, inner }, part, path) {
    const condition = inner(part['not'], `${path}.not`);
    return condition && grouped(id, [condition], (truths) => opposite(truths[0] ?? null));
  },

  phrase: (given, path, { speech }, inner) =>
    fill(translated(messages, speech.words.condition).not, { condition: inner(given['not'], `${path}.not`) }),

  loop: (part, _facts, inner) => ({ not: inner(part['not']) }),
};
