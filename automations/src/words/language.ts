import type { Language } from '@azulejo/model';
import type { history } from './english/history.ts';
import type { predicates } from './english/predicates.ts';
import type { ready } from './english/ready.ts';
import type { sentence } from './english/sentence.ts';

/**
 * The messages of one language: what the catalogues have, in the form of the English ones. The messages of one kind of
 * trigger, condition or step are known to the file of the kind only (`own-messages.ts`).
 */
export type LanguageWords = typeof sentence & {
  readonly condition: object;
  readonly predicates: typeof predicates;
  readonly history: typeof history;
  readonly ready: typeof ready;
  readonly language: Language;
};
export type HistoryWords = LanguageWords['history'];
export type ReadyWords = LanguageWords['ready'];

/** An entry of a catalogue: `msgctxt` is the path of the message, such as `trigger.scene`. */
type Entry = { readonly msgctxt: string | null; readonly msgid: string; readonly msgstr: readonly string[] };

type Messages = { [key: string]: string | Messages };

/** Returns the messages of a catalogue of `automations/languages`. What is not translated stays English. */
export function languageOf(language: Language, entries: readonly Entry[]): LanguageWords {
  const messages: Messages = {};
  for (const { msgctxt, msgid, msgstr } of entries) {
    if (msgctxt === null) continue;
    const keys = msgctxt.split('.');
    const last = keys.pop() as string;
    let table = messages;
    for (const key of keys) {
      const inner = (table[key] ?? {}) as Messages;
      table[key] = inner;
      table = inner;
    }
    table[last] = msgstr[0] || msgid;
  }
  return { ...messages, language } as unknown as LanguageWords;
}
