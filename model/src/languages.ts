/** The languages of pages, mails and labels. Each has its catalogues. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Returns the language of the first locale that has one of ours, such as `pt-BR` or `pt_PT`; undefined without
 * one. Regions are ignored: a person who reads `de-AT` reads German.
 */
export function chooseLanguage(locales: readonly string[]): Language | undefined {
  for (const locale of locales) {
    const [wanted] = locale.toLowerCase().split(/[-_]/, 1);
    const known = LANGUAGES.find((language) => language === wanted);
    if (known) return known;
  }
  return undefined;
}
