import { LANGUAGES } from '@azulejo/model';

/** The offered locales. A person who chose another one on a phone keeps it. */
const offered = [
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-US',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-BE',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'hu-HU',
  'it-IT',
  'ja-JP',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'zh-CN',
];

/** Returns the languages of Home, each by its own name. */
export const languageChoices = (): { value: string; label: string }[] =>
  LANGUAGES.map((value) => ({ value, label: localeName(value) }));

/** Returns the locales, each by its own name: `português (Portugal)`. */
export function localeChoices(current: string): { value: string; label: string }[] {
  return [...new Set([...offered, current])]
    .map((value) => ({ value, label: localeName(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

export function localeName(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)}`;
}
