import { createLanguageSwitch } from './catalogue.ts';
import { loadDictionary } from './dictionary.ts';

/** Switches the language of Home. Each catalogue is a separate file in the build. */
export const showHomeIn = createLanguageSwitch(async (language) => {
  const [{ messages }, words] = await Promise.all([
    import(`./home/${language}.po`),
    loadDictionary(language),
  ]);
  return { messages, words };
});
