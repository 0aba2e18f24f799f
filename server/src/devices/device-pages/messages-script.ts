import { LANGUAGES } from '@azulejo/model';
import { readTranslations } from '../../platform/languages/index.ts';

/**
 * Returns the script with the translations of a page of the phone apps, whose texts are in files with these
 * prefixes. It holds every language because the language is in the options that the app passes to the page.
 */
export function messagesScript(prefixes: readonly string[]): Uint8Array {
  const tables = LANGUAGES.filter((language) => language !== 'en').map((language) => {
    const translations = prefixes.flatMap((prefix) => readTranslations(language, prefix));
    return [language, Object.fromEntries(translations.map(({ english, text }) => [english, text]))];
  });
  const script = `window.devicePage.messages = ${JSON.stringify(Object.fromEntries(tables))};\n`;
  return new TextEncoder().encode(script);
}
