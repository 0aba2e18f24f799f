import { always } from '../offer.ts';
import { fillText } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { word } from '../words/wording.ts';
import { phrasesOf, startsOf } from './messages.ts';
import { type TriggerKind, whenever } from './trigger-kind.ts';

/** Its messages in English: in sentences, and of the start of a run. */
export const webhookMessages = {
  phrase: { webhook: '{address} is [called]' },
  start: { webhook: 'because its web address was called at {time}' },
};

/** A call of the automation's own address. */
export const webhook: TriggerKind = {
  compile: (_context, _part, _path, base) => ({ kind: 'webhook', ...base }),

  phrase(_given, path, wording) {
    const { words } = wording.speech;
    const at = `${path}.webhook`;
    const address = word(words.webAddress, at, 'address');
    return whenever(
      wording,
      fill(phrasesOf(webhookMessages, words).webhook, { address }, { path: at, role: 'verb' }),
    );
  },

  because: ({ time }, { history }) => fillText(startsOf(webhookMessages, history).webhook, { time }),

  offers: always('other', { part: { kind: 'webhook', webhook: true } }),
};
