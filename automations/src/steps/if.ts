import { always } from '../offer.ts';
import { phraseCondition } from '../words/condition.ts';
import { fill, joined } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { asList } from '../words/wording.ts';
import type { StepKind } from './step-kind.ts';

const messages = { if: 'if {condition}, {then}', ifElse: 'if {condition}, {then}, otherwise {else}' };

/** One list of steps or another. The list of compiled steps is flat, so `compileSteps` compiles it. */
export const branch: StepKind = {
  messages,

  phrase(step, path, wording, inner) {
    const own = translated(messages, wording.speech.words.step);
    wording.last = undefined;
    const condition = phraseCondition(step['if'], `${path}.if`, wording);
    const then = inner(step['then'], `${path}.then`);
    const others = asList(step['else']);
    const pieces =
      others.length === 0
        ? fill(own.if, { condition, then })
        : fill(own.ifElse, { condition, then, else: inner(others, `${path}.else`) });
    wording.last = undefined;
    return joined(pieces);
  },

  offers: always('other', { part: { kind: 'if', if: {}, then: [{}] }, as: 'if' }),
};
