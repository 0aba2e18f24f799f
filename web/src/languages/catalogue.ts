import type { Dictionary, Language } from '@azulejo/model';
import { i18n, type Messages } from '@lingui/core';
import { setDictionary } from './dictionary.ts';

export type LoadCatalogue = (language: Language) => Promise<{
  readonly messages: Messages;
  /** The words for labels of devices, on pages that show them. */
  readonly words?: Dictionary;
}>;

/**
 * Loads the messages of a language and shows them. The last call wins, also when an earlier one takes longer.
 * Throws when the messages cannot be loaded; the present language then stays.
 */
export function createLanguageSwitch(load: LoadCatalogue): (language: Language) => Promise<void> {
  let latest: Language | undefined;
  return async (language) => {
    latest = language;
    const { messages, words } = await load(language);
    if (latest !== language) return;
    setDictionary(words);
    i18n.loadAndActivate({ locale: language, messages });
    document.documentElement.lang = language;
  };
}
