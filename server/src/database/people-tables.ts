import type { Generated } from 'kysely';

/* Tables of user preferences, places, survey responses, password resets and mail. */

/** Two documents, for the two endpoints that known apps use. They share only units and the clock format. */
export type UserPreferencesTable = {
  user_id: string;
  preferences_json: string;
  legacy_json: string;
  /** Null when the user has not chosen. */
  location_sharing: number | null;
  revision: Generated<number>;
  updated: number;
};

/** Places where a user often is. Home, work, gym and school have a row once something is known about them. */
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

/** The newest reset link of each user. It is valid until the password changes. */
export type PasswordResetsTable = {
  user_id: string;
  token_hash: string;
  password_digest: string;
  created: number;
  expires: number;
};

/**
 * Mail to be sent. The address is looked up only then, so that a request takes the same time for unknown
 * addresses.
 */
export type PendingMailsTable = {
  client_id: string;
  email_key: string;
  kind: 'reset' | 'changed';
  /** The network address of the request. */
  address: string;
  created: number;
  attempts: Generated<number>;
  /** The earliest time to send it. */
  due: number;
};
