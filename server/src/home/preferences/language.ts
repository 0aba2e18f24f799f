import { chooseLanguage, type Language } from '@azulejo/model';
import type { BoundStatement } from '@azulejo/storage';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Document } from './document.ts';

type Row = { readonly preferences_json: string; readonly legacy_json: string };

/** Stores the language in which a person signed up, and reads the languages that users chose, if they are ours. */
export function createLanguages(db: Db, clock: Clock) {
  const byUser = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('user_preferences')
      .select(['preferences_json', 'legacy_json'])
      .where('user_id', '=', p('userId')),
  );
  const insert = db.prepare<{ userId: string; legacy: string; now: number }>()((kysely, p) =>
    kysely.insertInto('user_preferences').values({
      user_id: p('userId'),
      preferences_json: '{}',
      legacy_json: p('legacy'),
      location_sharing: null,
      phone_timezone: null,
      revision: 1,
      updated: p('now'),
    }),
  );
  return {
    /**
     * Returns the statement that stores the language in which a person signs up. The document
     * of lowest priority holds it, so any language that an app sets later wins.
     */
    languageStatement: (userId: string, language: Language): BoundStatement =>
      insert.bind({ userId, legacy: JSON.stringify({ language }), now: clock.now() }),

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

/**
 * Returns the language. Both documents name it, and Home's comes first: there the locale is for formats, and tells the
 * language while none is chosen. In the other one phones set both, after the sign-up has set the language.
 */
function languageIn(row: Row | undefined): Language | undefined {
  if (!row) return undefined;
  const own = JSON.parse(row.preferences_json) as Document;
  const ofPhones = JSON.parse(row.legacy_json) as Document;
  const locales = [own['language'], own['locale'], ofPhones['locale'], ofPhones['language']];
  return chooseLanguage(locales.filter((locale) => typeof locale === 'string'));
}
