/** The languages of the catalogues, English first: the language of the sources. */
export type Language = 'en' | 'de' | 'es' | 'fr' | 'pt';

/** The languages that people get. One is added when every page is translated, so that no page mixes two. */
const OFFERED: readonly Language[] = ['en'];

/**
 * Returns the first language that is offered among locales in order of preference, such as `pt-BR`, or
 * English. Regions are ignored: a person who reads `de-AT` reads German.
 */
export function chooseLanguage(locales: readonly string[]): Language {
  for (const locale of locales) {
    const [wanted] = locale.toLowerCase().split('-');
    const known = OFFERED.find((language) => language === wanted);
    if (known) return known;
  }
  return 'en';
}
