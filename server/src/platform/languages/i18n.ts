import type { Language } from '@azulejo/model';
import { setupI18n } from '@lingui/core';
import { type Html, html } from '../http/html.ts';
import { readCatalogue } from './read-catalogue.ts';

type Values<Value> = Readonly<Record<string, Value>>;

/** Translates into one language. */
export type I18n = {
  readonly language: Language;
  /** The language with the region whose formats of numbers and dates it uses. */
  readonly locale: string;
  /**
   * Returns the translation of a message in ICU MessageFormat, with its values. Markup among the values makes the
   * result markup, with everything else escaped. `npm run messages` extracts the first argument of every call of
   * `i18n.t`, which therefore is a literal.
   */
  t(message: string, values?: Values<string | number>): string;
  t(message: string, values: Values<string | number | Html>): Html;
};

/** The texts are in European Portuguese, whose numbers and plurals differ from those of Brazil. */
const LOCALES: Readonly<Partial<Record<Language, string>>> = { pt: 'pt-PT' };

/** Replaces a value while the message is formatted: Lingui decodes escape sequences, also those in values. */
const MARK = /\uE000(\d+)\uE000/;

function create(language: Language): I18n {
  const locale = LOCALES[language] ?? language;
  const lingui = setupI18n({
    locale: language,
    locales: [locale],
    messages: { [language]: readCatalogue(language) },
  });

  function t(message: string, values?: Values<string | number>): string;
  function t(message: string, values: Values<string | number | Html>): Html;
  function t(message: string, values: Values<string | number | Html> = {}): string | Html {
    const marked: (string | Html)[] = [];
    const given = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : `\uE000${marked.push(value) - 1}\uE000`,
    ]);
    const pieces = lingui._(message, Object.fromEntries(given)).split(MARK);
    const filled = pieces.map((piece, index) => (index % 2 === 0 ? piece : (marked[Number(piece)] ?? '')));
    return marked.every((value) => typeof value === 'string') ? filled.join('') : html`${filled}`;
  }

  return { language, locale, t };
}

const made = new Map<Language, I18n>();

/** Returns the translator of a language, whose catalogue is read at the first call. */
export function i18nIn(language: Language): I18n {
  const known = made.get(language) ?? create(language);
  made.set(language, known);
  return known;
}
