import { runOf } from '../loops/types.ts';
import { fill } from '../words/message.ts';
import { word } from '../words/wording.ts';
import type { StepKind } from './step-kind.ts';

/** Runs another automation, or switches it. */
export const automation: StepKind = {
  compile({ facts, problems }, part, path) {
    const target = String(part['automation']);
    if (!facts.automations.has(target))
      return problems.add(`${path}.automation`, 'unknown_automation', 'This automation does not exist.');
    const as = part['as'] === 'switch-on' || part['as'] === 'switch-off' ? part['as'] : 'run';
    return { op: 'automation', target, as };
  },

  skippedAs: 'automation',

  phrase(step, path, wording) {
    const { step: messages, gone } = wording.speech.words;
    const { as } = step;
    wording.last = undefined;
    const message =
      as === 'switch-on'
        ? messages.automationOn
        : as === 'switch-off'
          ? messages.automationOff
          : messages.automationRun;
    const name = wording.names.automation(String(step['automation'])) ?? gone.automation;
    const named = word(name, `${path}.automation`, 'automation');
    return fill(message, { automation: named }, { path: `${path}.as`, role: 'verb' });
  },

  loop: (part) => (part['as'] === 'run' ? [{ set: runOf(String(part['automation'])), value: true }] : []),

  offers: {
    tab: 'other',
    of: ({ automations }) =>
      automations.flatMap((id) =>
        ['run', 'switch-on', 'switch-off'].map((as) => ({
          part: { kind: 'automation', automation: id, as },
        })),
      ),
  },
};
