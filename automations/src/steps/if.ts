import { always } from '../offer.ts';
import { phraseCondition } from '../words/condition.ts';
import { fill, joined } from '../words/message.ts';
import { asList } from '../words/wording.ts';
import type { StepKind } from './step-kind.ts';

/** One list of steps or another. The list of compiled steps is flat, so `compileSteps` compiles it. */
export const branch: StepKind = {
  phrase(step, path, wording, inner) {
    const { step: messages } = wording.speech.words;
    wording.last = undefined;
    const condition = phraseCondition(step['if'], `${path}.if`, wording);
    const then = inner(step['then'], `${path}.then`);
    const others = asList(step['else']);
    const pieces =
      others.length === 0
        ? fill(messages.if, { condition, then })
        : fill(messages.ifElse, { condition, then, else: inner(others, `${path}.else`) });
    wording.last = undefined;
    return joined(pieces);
  },

  offers: always('other', { part: { kind: 'if', if: {}, then: [{}] }, as: 'if' }),
};
