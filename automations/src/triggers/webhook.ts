import { always } from '../offer.ts';
import { fillText } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { word } from '../words/wording.ts';
import { type TriggerKind, whenever } from './trigger-kind.ts';

const messages = { webhook: '{address} is [called]' };
const startMessages = { webhook: 'because its web address was called at {time}' };

/** A call of the automation's own address. */
export const webhook: TriggerKind = {
  messages,
  startMessages,

  compile: (_context, _part, _path, base) => ({ kind: 'webhook', ...base }),

  phrase(_given, path, wording) {
    const { words } = wording.speech;
    const at = `${path}.webhook`;
    const address = word(words.webAddress, at, 'address');
    return whenever(
      wording,
      fill(translated(messages, words.trigger).webhook, { address }, { path: at, role: 'verb' }),
    );
  },

  because: ({ time }, { history }) => fillText(translated(startMessages, history.start).webhook, { time }),

  offers: always('other', { part: { kind: 'webhook', webhook: true } }),
};
