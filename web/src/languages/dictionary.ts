import type { Dictionary, Language } from '@azulejo/model';

let active: Dictionary | undefined;

/** Returns the words for labels of devices in the language of the page; undefined until they are loaded. */
export const activeDictionary = (): Dictionary | undefined => active;

export function setDictionary(words: Dictionary | undefined): void {
  active = words;
}

/**
 * Loads the words of a language. Each catalogue is a separate file in the build. When it cannot be loaded, labels stay
 * as the server stores them.
 */
export async function loadDictionary(language: Language): Promise<Dictionary | undefined> {
  const file = await import(`../../../model/languages/${language}.po?words`).catch(() => undefined);
  return file?.default as Dictionary | undefined;
}
