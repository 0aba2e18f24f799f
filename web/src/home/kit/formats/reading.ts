import type { Preferences } from '@azulejo/contract';

/** How numbers, dates and times are shown to this person. */
export type Reading = {
  readonly units: 'metric' | 'imperial';
  readonly hourFormat: 12 | 24;
  /** BCP 47 locale, for example `pt-PT`. */
  readonly locale: string;
};

/** Countries that use imperial units. */
const IMPERIAL = new Set(['US', 'LR', 'MM']);

/** Returns the person's settings, with the browser locale's conventions as defaults. */
export function readingOf(document: Preferences, browserLocale: string): Reading {
  const own = knownLocale(browserLocale) ?? 'en';
  const chosen = knownLocale(document.locale);
  const locale = chosen ?? inLanguage(own, knownLocale(document.language));
  const customs = chosen ?? own;
  const { units, hour_format: hours } = document;
  let hourFormat: Reading['hourFormat'] | undefined;
  return {
    units: units === 'metric' || units === 'imperial' ? units : unitsOfLocale(customs),
    // Browsers load what they know of times when it is first asked for, which delays the first view.
    get hourFormat() {
      hourFormat ??= hours === '12h' ? 12 : hours === '24h' ? 24 : hoursOfLocale(customs);
      return hourFormat;
    },
    locale,
  };
}

/** Returns the locale, or the language alone if it is another one: names of months are in the language of the page. */
const inLanguage = (locale: string, language: string | undefined): string =>
  language === undefined || new Intl.Locale(language).language === new Intl.Locale(locale).language
    ? locale
    : language;

/** Returns a canonical locale: phones write `pt_PT`, browsers `pt-PT`. Undefined if it is not a locale. */
function knownLocale(text: string | undefined): string | undefined {
  try {
    return text ? Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] : undefined;
  } catch {
    return undefined;
  }
}

function unitsOfLocale(locale: string): Reading['units'] {
  return IMPERIAL.has(new Intl.Locale(locale).maximize().region ?? '') ? 'imperial' : 'metric';
}

function hoursOfLocale(locale: string): Reading['hourFormat'] {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hour12 ? 12 : 24;
}
