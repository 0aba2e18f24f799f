import { chooseLanguage, type Language } from '@azulejo/model';
import type { BoundStatement } from '@azulejo/storage';
import type { Db, Transaction } from '../../database/index.ts';
import { type HomeRecords, raiseHomeRevision, settingsOfRow } from '../../identity/homes/index.ts';
import { differs, type User, type Users } from '../../identity/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { recheckPresence } from '../presence/index.ts';
import type { Document } from './document.ts';
import { changedSettings, membersOfHome, withoutHome } from './home-members.ts';
import { HOME_ZONE, readHomeZone, readPhoneZone } from './home-zone.ts';
import { type ApiVersion, apply, isSame, NONE, type Stored } from './locale-formats.ts';
import {
  type PreferencesRow,
  preferencesRowIn,
  preparePreferencesRow,
} from './read-models/preferences-row.ts';

type Dependencies = { db: Db; clock: Clock; users: Users; homeRecords: Pick<HomeRecords, 'changeIn'> };

type UserChanges = Parameters<Users['changeIn']>[2];

export type Change = {
  api: ApiVersion;
  patch: Document;
  /** Whether members not in the patch are removed. */
  replace?: boolean;
  /** Changes to the user's own record. */
  record?: UserChanges;
  /** Throws to refuse, given the current state. */
  check: (current: { user: User; stored: Stored }) => void;
};

export type Preferences = ReturnType<typeof createPreferences>;

/** Stores the preferences of users. A new user has empty documents, or one with the language. */
export function createPreferences({ db, clock, users, homeRecords }: Dependencies) {
  const byUser = preparePreferencesRow(db);
  const sharing = prepareSharing(db);

  return {
    ...createLanguages(db, clock),

    of: async (userId: string): Promise<Stored> => toStored(await byUser.get({ userId })),

    /**
     * Returns whether reports of the user's location are accepted: they are, unless the user disallowed them.
     */
    allowsLocation: async (userId: string): Promise<boolean> =>
      (await sharing.get({ userId }))?.isShared !== 0,

    /**
     * Changes preferences and the user's record. An unchanged document is not written: a known app sends the
     * same one at every start. Throws `invalid_request`, `quota_exceeded`, or what `check` throws.
     */
    change: (userId: string, change: Change): Promise<{ user: User; stored: Stored }> =>
      db.write(async (tx) => {
        const user = await users.getIn(tx, userId);
        const row = await preferencesRowIn(tx, userId);
        const homeId = row?.homeId ?? undefined;
        const stored = toStored(row);
        change.check({ user, stored });
        const next = apply(stored, change.api, change.patch, { replace: change.replace ?? false });
        const isNew = !isSame(stored, next);
        if (isNew) await store(tx, userId, next, clock.now());
        if (homeId !== undefined) {
          await homeRecords.changeIn(tx, homeId, changedSettings(stored.modern, next.modern));
          // Automations are compiled for the time zone of the home (automations/src/compile/README.md).
          if (hasOtherZone(stored, next)) await raiseHomeRevision(tx, homeId);
        }
        if (stored.sharesLocation !== next.sharesLocation) await recheckPresence(tx, userId, clock.now());
        // The user record includes the preferences, so it changes with them.
        const record = change.record ?? {};
        const isChanged = isNew || differs(user, record);
        return {
          user: isChanged ? await users.changeIn(tx, userId, record) : user,
          stored: isNew ? next : stored,
        };
      }),
  };
}

async function store(tx: Transaction, userId: string, next: Stored, now: number): Promise<void> {
  const row = {
    preferences_json: JSON.stringify(withoutHome(next.modern)),
    legacy_json: JSON.stringify(next.legacy),
    location_sharing: next.sharesLocation === undefined ? null : Number(next.sharesLocation),
    phone_timezone: next.phoneZone ?? null,
    revision: next.revision,
    updated: now,
  };
  await tx
    .insertInto('user_preferences')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

const hasOtherZone = (one: Stored, other: Stored): boolean =>
  readHomeZone(one.modern[HOME_ZONE]) !== readHomeZone(other.modern[HOME_ZONE]) ||
  one.phoneZone !== other.phoneZone;

const prepareSharing = (db: Db) =>
  db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('user_preferences')
      .select('location_sharing as isShared')
      .where('user_id', '=', p('userId')),
  );

function toStored(row: PreferencesRow | undefined): Stored {
  if (!row) return NONE;
  const modern = { ...parse(row.preferences_json), ...membersOfHome(settingsOfRow(row)) };
  const legacy = parse(row.legacy_json);
  return {
    modern,
    legacy,
    sharesLocation: row.location_sharing === null ? undefined : row.location_sharing === 1,
    phoneZone: row.phone_timezone ?? readPhoneZone(modern, legacy),
    revision: row.revision ?? 0,
  };
}

const parse = (json: string | null): Document => (json === null ? {} : (JSON.parse(json) as Document));

type LanguageRow = { readonly preferences_json: string; readonly legacy_json: string };

/** Stores the language in which a person signed up, and reads the languages that users chose, if they are ours. */
function createLanguages(db: Db, clock: Clock) {
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
function languageIn(row: LanguageRow | undefined): Language | undefined {
  if (!row) return undefined;
  const own = JSON.parse(row.preferences_json) as Document;
  const ofPhones = JSON.parse(row.legacy_json) as Document;
  const locales = [own['language'], own['locale'], ofPhones['locale'], ofPhones['language']];
  return chooseLanguage(locales.filter((locale) => typeof locale === 'string'));
}
