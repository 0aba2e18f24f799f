import type { Entry } from './store.ts';

export type Filter = { text: string; direction: 'all' | 'in' | 'out'; result: ResultFilter };
export type ResultFilter = 'all' | 'failures' | 'messages' | 'commands' | 'connections';

export const noFilter: Filter = { text: '', direction: 'all', result: 'all' };

export const isFiltered = ({ text, direction, result }: Filter): boolean =>
  text.trim() !== '' || direction !== 'all' || result !== 'all';

/** Returns the entries with all words, in any place. Entries for skipped lines are always included. */
export function filterEntries(
  entries: readonly Entry[],
  { text, direction, result }: Filter,
): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && direction === 'all' && result === 'all') return entries;
  return entries.filter((entry) => {
    if (entry.kind === 'skipped') return true;
    const { message } = entry;
    if (direction !== 'all' && message.direction !== direction) return false;
    return fits(result, message) && words.every((word) => textOf(message).includes(word));
  });
}

type Message = Extract<Entry, { kind: 'message' }>['message'];

function fits(result: ResultFilter, { kind, is_failure: isFailure }: Message): boolean {
  if (result === 'all') return true;
  if (result === 'failures') return isFailure;
  if (result === 'messages') return kind === 'message';
  return result === 'commands' ? kind === 'command' : /connect|subscribe/.test(kind);
}

const texts = new WeakMap<Message, string>();

function textOf(message: Message): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const { party, topic, channel, io, payload, result, reason, via, kind } = message;
  const parts = [
    party.name,
    party.id,
    party.kind,
    topic,
    channel?.name,
    io,
    payload,
    result,
    reason?.text,
    via,
    kind,
  ];
  const text = parts.filter(Boolean).join('\n').toLowerCase();
  texts.set(message, text);
  return text;
}
