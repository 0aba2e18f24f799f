import { isPart } from '../compile/context.ts';
import { always } from '../offer.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { isGiven, word } from '../words/wording.ts';
import type { StepKind } from './step-kind.ts';

const messages = { webhook: '[call] {address}', withData: 'with data' };

/** Calls an address on the web. */
export const webhook: StepKind = {
  messages,

  compile({ problems }, part, path) {
    const { url, body } = isPart(part['webhook']) ? part['webhook'] : {};
    if (typeof url !== 'string' || !URL.canParse(url))
      return problems.add(`${path}.webhook.url`, 'invalid_value', 'Use a complete address, with https.');
    return { op: 'webhook', url, body: body ?? null };
  },

  skippedAs: 'webhook',

  phrase(step, path, { speech }) {
    const at = `${path}.webhook`;
    const address = word(hostOf(step['webhook']), `${at}.url`, 'address');
    return fill(translated(messages, speech.words.step).webhook, { address }, { path: at, role: 'verb' });
  },

  // The panel of the address shows the data, too.
  asides: ({ webhook: call }, _path, { speech }) =>
    isGiven(call) && (call['body'] ?? null) !== null
      ? [[translated(messages, speech.words.step).withData]]
      : [],

  offers: always('other', { part: { kind: 'webhook', webhook: { url: '' } }, as: 'call-address' }),
};

function hostOf(webhook: unknown): string {
  const url = isGiven(webhook) ? String(webhook['url']) : '';
  return URL.canParse(url) ? new URL(url).host : '…';
}
