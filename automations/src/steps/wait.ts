import { durationOf } from '../compile/context.ts';
import { parseDuration } from '../duration.ts';
import { always } from '../offer.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { durationWord } from './duration-word.ts';
import type { StepKind } from './step-kind.ts';

const messages = { wait: 'wait {duration}' };

export const wait: StepKind = {
  messages,

  compile(context, part, path) {
    const ms = durationOf(context, part['wait'], `${path}.wait`);
    return ms === undefined ? undefined : { op: 'wait', ms };
  },

  phrase: (step, path, wording) =>
    fill(translated(messages, wording.speech.words.step).wait, {
      duration: durationWord(step['wait'], `${path}.wait`, wording),
    }),

  loop: (part) => [{ waitMs: parseDuration(part['wait']) ?? 0 }],

  offers: always('other', { part: { kind: 'wait', wait: 'PT3M' }, as: 'wait' }),
};
