import type { Generated } from 'kysely';

/* What people set for themselves, and the mail to them. */

/** Two documents, for the two addresses under which known apps keep theirs: they share only units and the clock. */
export type UserPreferencesTable = {
  user_id: string;
  preferences_json: string;
  legacy_json: string;
  /** Null where the user never said. */
  location_sharing: number | null;
  revision: Generated<number>;
  updated: number;
};

/** Where a user often is. Of home, work, gym and school there is a row once something is known. */
export type PlacesTable = {
  user_id: string;
  id: string;
  name: string;
  address: string;
  latitude: number;
  longitude: number;
  wifi_json: string;
  created: number;
  updated: number;
};

export type SurveyResponsesTable = {
  user_id: string;
  id: string;
  survey: string;
  answers_json: string;
  created: number;
};

/** The newest link of each user. It holds while the password is the one that it was made for. */
export type PasswordResetsTable = {
  user_id: string;
  token_hash: string;
  password_digest: string;
  created: number;
  expires: number;
};

/** Mail to be written and sent; whether anybody has the address is asked then, so that asking takes the same for all. */
export type PendingMailsTable = {
  client_id: string;
  email_key: string;
  kind: 'reset' | 'changed';
  /** Who asked for it came from there. */
  address: string;
  created: number;
  attempts: Generated<number>;
  /** Not before. */
  due: number;
};
