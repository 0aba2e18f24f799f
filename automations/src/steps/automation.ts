import { runOf } from '../loops/types.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { word } from '../words/wording.ts';
import type { StepKind } from './step-kind.ts';

const messages = {
  automationRun: '[run] {automation}',
  automationOn: '[switch on] {automation}',
  automationOff: '[switch off] {automation}',
};

/** Runs another automation, or switches it. */
export const automation: StepKind = {
  messages,

  compile({ facts, problems }, part, path) {
    const target = String(part['automation']);
    if (!facts.automations.has(target))
      return problems.add(`${path}.automation`, 'unknown_automation', 'This automation does not exist.');
    const as = part['as'] === 'switch-on' || part['as'] === 'switch-off' ? part['as'] : 'run';
    return { op: 'automation', target, as };
  },

  skippedAs: 'automation',

  phrase(step, path, wording) {
    const { step: table, gone } = wording.speech.words;
    const own = translated(messages, table);
    const { as } = step;
    wording.last = undefined;
    const message =
      as === 'switch-on' ? own.automationOn : as === 'switch-off' ? own.automationOff : own.automationRun;
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
