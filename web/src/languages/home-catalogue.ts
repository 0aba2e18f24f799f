import { createLanguageSwitch } from './catalogue.ts';
import { loadWords } from './words.ts';

/** Switches the language of Home. Each catalogue is a separate file in the build. */
export const showHomeIn = createLanguageSwitch(async (language) => {
  const [{ messages }, words] = await Promise.all([import(`./home/${language}.po`), loadWords(language)]);
  return { messages, words };
});
