/** The languages of the catalogues. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Returns the first language that is offered among locales in order of preference, such as `pt-BR`, or
 * English. Regions are ignored: a person who reads `de-AT` reads German.
 */
export function chooseLanguage(locales: readonly string[]): Language {
  for (const locale of locales) {
    const [wanted] = locale.toLowerCase().split('-');
    const known = LANGUAGES.find((language) => language === wanted);
    if (known) return known;
  }
  return 'en';
}
