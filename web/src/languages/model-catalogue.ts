import { createLanguageSwitch } from './catalogue.ts';
import { loadDictionary } from './dictionary.ts';

/** Switches the language of a model's public page. Each catalogue is a separate file in the build. */
export const showModelIn = createLanguageSwitch(async (language) => {
  const [{ messages }, words] = await Promise.all([
    import(`./model/${language}.po`),
    loadDictionary(language),
  ]);
  return { messages, words };
});
