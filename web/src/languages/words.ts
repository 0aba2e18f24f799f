import type { Language, Words } from '@azulejo/model';

let active: Words | undefined;

/** Returns the words for labels of devices in the language of the page; undefined for English. */
export const activeWords = (): Words | undefined => active;

export function setWords(words: Words | undefined): void {
  active = words;
}

/**
 * Loads the words of a language. Each dictionary is a separate file in the build; the labels are English. They stay so
 * when the dictionary cannot be loaded.
 */
export async function loadWords(language: Language): Promise<Words | undefined> {
  if (language === 'en') return undefined;
  const file = await import(`../../../model/words/${language}.json`).catch(() => undefined);
  return file?.default as Words | undefined;
}
