import { fillText } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { word } from '../words/wording.ts';
import { type TriggerKind, whenever } from './trigger-kind.ts';

/** A call of the automation's own address. */
export const webhook: TriggerKind = {
  compile: (_context, _part, _path, base) => ({ kind: 'webhook', ...base }),

  phrase(_given, path, wording) {
    const { trigger, webAddress } = wording.speech.words;
    const at = `${path}.webhook`;
    const address = word(webAddress, at, 'address');
    return whenever(wording, fill(trigger.webhook, { address }, { path: at, role: 'verb' }));
  },

  because: ({ time }, { history }) => fillText(history.start.webhook, { time }),
};
