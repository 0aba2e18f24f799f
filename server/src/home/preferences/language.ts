import { chooseLanguage, type Language } from '@azulejo/model';
import type { Db, Transaction } from '../../database/index.ts';
import type { Document } from './document.ts';

type Row = { readonly preferences_json: string; readonly legacy_json: string };

/** Reads the languages that users chose, if they are ours. */
export function createLanguageReads(db: Db) {
  const byUser = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('user_preferences')
      .select(['preferences_json', 'legacy_json'])
      .where('user_id', '=', p('userId')),
  );
  return {
    languageOf: async (userId: string): Promise<Language | undefined> =>
      languageIn(await byUser.get({ userId })),

    /** Does the same in a transaction. */
    languageOfIn: async (tx: Transaction, userId: string): Promise<Language | undefined> =>
      languageIn(
        await tx
          .selectFrom('user_preferences')
          .select(['preferences_json', 'legacy_json'])
          .where('user_id', '=', userId)
          .executeTakeFirst(),
      ),
  };
}

/** Both documents name the language, the one of Home first, and the locale is more exact. */
function languageIn(row: Row | undefined): Language | undefined {
  if (!row) return undefined;
  const documents = [row.preferences_json, row.legacy_json].map((json) => JSON.parse(json) as Document);
  const locales = documents.flatMap(({ locale, language }) => [locale, language]);
  return chooseLanguage(locales.filter((locale) => typeof locale === 'string'));
}
