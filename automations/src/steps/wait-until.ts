import { compileCondition } from '../compile/condition.ts';
import { durationOf } from '../compile/context.ts';
import { always } from '../offer.ts';
import { phraseCondition } from '../words/condition.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { durationWord } from './duration-word.ts';
import type { StepKind } from './step-kind.ts';

const messages = {
  waitUntil: 'wait until {condition}, at most {duration}',
  waitUntilStop: 'wait until {condition}, or stop after {duration}',
};

/** Waits until a condition is true. */
export const waitUntil: StepKind = {
  messages,

  compile(context, part, path) {
    const condition = compileCondition(context, part['waitUntil'], `${path}.waitUntil`);
    const atMostMs = durationOf(context, part['atMost'], `${path}.atMost`);
    if (!condition || atMostMs === undefined) return undefined;
    return { op: 'wait-until', condition, atMostMs, stops: part['else'] !== 'go-on' };
  },

  phrase(step, path, wording) {
    const own = translated(messages, wording.speech.words.step);
    wording.last = undefined;
    return fill(step['else'] === 'go-on' ? own.waitUntil : own.waitUntilStop, {
      condition: phraseCondition(step['waitUntil'], `${path}.waitUntil`, wording),
      duration: durationWord(step['atMost'], `${path}.atMost`, wording),
    });
  },

  // It may end immediately.
  loop: () => [{ waitMs: 0 }],

  offers: always('other', {
    part: { kind: 'wait-until', waitUntil: {}, atMost: 'PT30M' },
    as: 'wait-until',
  }),
};
