import { createLanguageSwitch } from './catalogue.ts';
import { loadWords } from './words.ts';

/** Switches the language of the portal. Each catalogue is a separate file in the build. */
export const showPortalIn = createLanguageSwitch(async (language) => {
  const [{ messages }, words] = await Promise.all([import(`./portal/${language}.po`), loadWords(language)]);
  return { messages, words };
});
