import type { Database } from '../../database/index.ts';

/**
 * How the rows of a table relate to users, and by which column: by the user's id or e-mail, by a channel that
 * the user may use, by a series of its values, or by a sign-in.
 */
export type UserTable = {
  readonly of: 'user' | 'channel' | 'series' | 'sign-in' | 'email';
  readonly column: string;
  /** The columns that distinguish rows with the same owner. */
  readonly key: readonly string[];
  /** The time column of tables with a channel's past: rows belong to the user from the grant on. */
  readonly time?: string;
  /** Columns that are never exported: secrets, and their hashes. */
  readonly hidden?: readonly string[];
};

type TableName = keyof Database;

/** Every table with its relation to users. A new table does not compile until it is listed here. */
const tables: Readonly<Record<TableName, UserTable | 'of-nobody'>> = {
  settings: 'of-nobody',
  server_leases: 'of-nobody',
  clients: 'of-nobody',
  client_links: 'of-nobody',
  users: { of: 'user', column: 'id', key: ['id'], hidden: ['password_hash', 'secret', 'confirmation_hash'] },
  known_addresses: { of: 'user', column: 'user_id', key: ['address'] },
  token_families: {
    of: 'user',
    column: 'user_id',
    key: ['id'],
    hidden: ['id', 'current_hash', 'previous_hash', 'sealed_successor'],
  },
  access_tokens: { of: 'sign-in', column: 'family_id', key: ['hash'], hidden: ['hash', 'family_id'] },
  codes: {
    of: 'sign-in',
    column: 'family_id',
    key: ['hash'],
    hidden: ['hash', 'family_id', 'redeemed_family_id'],
  },
  templates: 'of-nobody',
  channels: { of: 'channel', column: 'id', key: ['id'] },
  grants: { of: 'user', column: 'grantee_id', key: ['channel_id', 'role'] },
  tile_groups: { of: 'user', column: 'user_id', key: ['id'] },
  tiles: { of: 'user', column: 'user_id', key: ['id'] },
  tile_group_members: { of: 'user', column: 'user_id', key: ['tile_id', 'group_id'] },
  property_values: { of: 'channel', column: 'channel_id', key: ['component_id', 'property_id'] },
  series: { of: 'channel', column: 'channel_id', key: ['id'] },
  history: { of: 'series', column: 'series_id', key: ['time', 'n'], time: 'time' },
  history_hours: { of: 'series', column: 'series_id', key: ['hour'], time: 'hour' },
  history_other_hours: { of: 'series', column: 'series_id', key: ['hour'], time: 'hour' },
  commands: { of: 'channel', column: 'channel_id', key: ['id'], time: 'created' },
  event_counters: { of: 'user', column: 'user_id', key: ['user_id'] },
  user_events: { of: 'user', column: 'user_id', key: ['n'] },
  virtual_devices: { of: 'channel', column: 'channel_id', key: ['channel_id'] },
  uploads: { of: 'user', column: 'owner_id', key: ['id'] },
  user_preferences: { of: 'user', column: 'user_id', key: ['user_id'] },
  places: { of: 'user', column: 'user_id', key: ['id'] },
  survey_responses: { of: 'user', column: 'user_id', key: ['id'] },
  password_resets: {
    of: 'user',
    column: 'user_id',
    key: ['user_id'],
    hidden: ['token_hash', 'password_digest'],
  },
  pending_mails: { of: 'email', column: 'email_key', key: ['kind'] },
  pairing_tickets: {
    of: 'user',
    column: 'user_id',
    key: ['ticket_hash'],
    hidden: ['ticket_hash', 'family_id'],
  },
  pairing_grants: { of: 'user', column: 'user_id', key: ['channel_id'] },
  template_makers: 'of-nobody',
  found_devices: { of: 'user', column: 'user_id', key: ['id'] },
  services: 'of-nobody',
  service_subscriptions: { of: 'user', column: 'user_id', key: ['service_id'] },
  portal_accounts: 'of-nobody',
  portal_recovery_codes: 'of-nobody',
  portal_invitations: 'of-nobody',
  portal_sessions: 'of-nobody',
  portal_known_addresses: 'of-nobody',
  portal_password_links: 'of-nobody',
  audit: { of: 'user', column: 'actor_id', key: ['at', 'id'] },
};

/** The tables with data about users. */
export const userTables: readonly (UserTable & { readonly name: TableName })[] = (
  Object.entries(tables) as [TableName, UserTable | 'of-nobody'][]
).flatMap(([name, table]) => (table === 'of-nobody' ? [] : [{ name, ...table }]));
