import { createLanguageSwitch } from './catalogue.ts';
import { loadDictionary } from './dictionary.ts';

/** Switches the language of the portal. Each catalogue is a separate file in the build. */
export const showPortalIn = createLanguageSwitch(async (language) => {
  const [{ messages }, words] = await Promise.all([
    import(`./portal/${language}.po`),
    loadDictionary(language),
  ]);
  return { messages, words };
});
