/** The languages of the pages that the server renders. */
export type Language = 'en' | 'pt';

const isSupported = (language: string | undefined): language is Language =>
  language === 'en' || language === 'pt';

/**
 * Returns the supported language with the highest weight in `Accept-Language` (RFC 9110 12.5.4); English
 * without one.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      const language = tag.split('-', 1)[0];
      return isSupported(language) ? [{ language, weight: Number(weight) || 0 }] : [];
    });
  const [first] = ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return first?.language ?? 'en';
}
