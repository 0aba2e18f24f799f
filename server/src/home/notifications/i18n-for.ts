import type { Transaction } from '../../database/index.ts';
import { type I18n, i18nIn } from '../../platform/languages/index.ts';
import type { Preferences } from '../preferences/index.ts';

/** Returns the translator into the language of a person, in a transaction where one is given. */
export type I18nFor = (userId: string, tx?: Transaction) => Promise<I18n>;

export const createI18nFor =
  (preferences: Preferences): I18nFor =>
  async (userId, tx) =>
    i18nIn((await (tx ? preferences.languageOfIn(tx, userId) : preferences.languageOf(userId))) ?? 'en');
