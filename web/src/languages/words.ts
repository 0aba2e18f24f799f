import type { Language, Words } from '@azulejo/model';

let active: Words | undefined;

/** Returns the words for labels of devices in the language of the page; undefined until they are loaded. */
export const activeWords = (): Words | undefined => active;

export function setWords(words: Words | undefined): void {
  active = words;
}

/**
 * Loads the words of a language. Each dictionary is a separate file in the build. When it cannot be loaded, labels stay
 * as the server stores them.
 */
export async function loadWords(language: Language): Promise<Words | undefined> {
  const file = await import(`../../../model/words/${language}.json`).catch(() => undefined);
  return file?.default as Words | undefined;
}
