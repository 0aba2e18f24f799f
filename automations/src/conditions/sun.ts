import { always } from '../offer.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { single } from '../workers/form.ts';
import type { ConditionKind } from './condition-kind.ts';

const messages = { up: '[it is light]', down: '[it is dark]' };

/** Whether it is light outside. */
export const sun: ConditionKind = {
  messages,

  compile({ context, collected, id }, part, path) {
    if (!context.facts.hasPosition)
      return context.problems.add(path, 'no_position', 'Say where home is, for the times of the sun.');
    const isUp = part['sun'] === 'up';
    collected.dependsOnTime = true;
    return ({ calendar, at }, verdicts) => {
      const up = calendar.isSunUp(at);
      const is = up === undefined ? null : up === isUp;
      verdicts.push({ id, is, value: at });
      return is;
    };
  },

  phrase(given, path, { speech }) {
    const { up, down } = translated(messages, speech.words.condition);
    return fill(given['sun'] === 'up' ? up : down, {}, { path: `${path}.sun`, role: 'time' });
  },

  form: single('sun-is', 'sun', 'sun', 'time'),

  offers: always('time', { part: { kind: 'sun', sun: 'down' } }, { part: { kind: 'sun', sun: 'up' } }),
};
