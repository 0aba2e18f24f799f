import { keyWithin, type TableName } from '../../database/index.ts';

/**
 * How the rows of a table relate to users, and by which column: by the user's id or e-mail, by a channel that
 * the user may use, by a series of its values, or by a sign-in.
 */
export type UserTable = {
  readonly of: 'user' | 'channel' | 'series' | 'sign-in' | 'email';
  readonly column: string;
  /** A unique order that an index has, for a table whose key has none for one owner. */
  readonly order?: readonly string[];
  /** The time column of tables with a channel's past: rows belong to the user from the grant on. */
  readonly time?: string;
  /** Columns that are never exported: secrets, and their hashes. */
  readonly hidden?: readonly string[];
};

/** Every table with its relation to users. A new table does not compile until it is listed here. */
const tables: Readonly<Record<TableName, UserTable | 'not-personal'>> = {
  settings: 'not-personal',
  server_leases: 'not-personal',
  clients: 'not-personal',
  client_links: 'not-personal',
  devices: 'not-personal',
  users: { of: 'user', column: 'id', hidden: ['password_hash', 'secret', 'confirmation_hash'] },
  known_addresses: { of: 'user', column: 'user_id' },
  token_families: {
    of: 'user',
    column: 'user_id',
    hidden: ['id', 'current_hash', 'previous_hash', 'sealed_successor'],
  },
  access_tokens: { of: 'sign-in', column: 'family_id', hidden: ['hash', 'family_id'] },
  codes: {
    of: 'sign-in',
    column: 'family_id',
    hidden: ['hash', 'family_id', 'redeemed_family_id'],
  },
  templates: 'not-personal',
  channels: { of: 'channel', column: 'id' },
  grants: { of: 'user', column: 'grantee_id' },
  tile_groups: { of: 'user', column: 'user_id' },
  tiles: { of: 'user', column: 'user_id' },
  tile_group_members: { of: 'user', column: 'user_id' },
  property_values: { of: 'channel', column: 'channel_id' },
  series: { of: 'channel', column: 'channel_id' },
  history: { of: 'series', column: 'series_id', time: 'time' },
  history_hours: { of: 'series', column: 'series_id', time: 'hour' },
  history_other_hours: { of: 'series', column: 'series_id', time: 'hour' },
  commands: { of: 'channel', column: 'channel_id', time: 'created' },
  alarms: { of: 'channel', column: 'channel_id', time: 'started' },
  event_counters: { of: 'user', column: 'user_id' },
  user_events: { of: 'user', column: 'user_id' },
  virtual_devices: { of: 'channel', column: 'channel_id' },
  uploads: { of: 'user', column: 'owner_id' },
  removed_devices: { of: 'user', column: 'user_id', time: 'at' },
  user_preferences: { of: 'user', column: 'user_id' },
  places: { of: 'user', column: 'user_id' },
  presences: { of: 'user', column: 'user_id' },
  scenes: { of: 'user', column: 'user_id' },
  agents: { of: 'user', column: 'user_id' },
  agent_versions: { of: 'user', column: 'user_id' },
  agent_homes: { of: 'user', column: 'user_id' },
  agent_runs: { of: 'user', column: 'user_id' },
  agent_steps: { of: 'user', column: 'user_id' },
  agent_misses: { of: 'user', column: 'user_id' },
  agent_miss_hours: { of: 'user', column: 'user_id' },
  agent_messages: { of: 'user', column: 'user_id' },
  agent_hooks: { of: 'user', column: 'user_id', hidden: ['hash'] },
  scene_plays: { of: 'user', column: 'user_id', time: 'at' },
  notification_recipients: { of: 'user', column: 'user_id', hidden: ['code_hash'] },
  notification_browsers: {
    of: 'user',
    column: 'user_id',
    hidden: ['endpoint', 'endpoint_hash', 'public_key', 'auth_secret'],
  },
  notification_episodes: { of: 'user', column: 'user_id' },
  notification_messages: { of: 'user', column: 'user_id' },
  survey_responses: { of: 'user', column: 'user_id' },
  password_resets: {
    of: 'user',
    column: 'user_id',
    hidden: ['token_hash', 'password_digest'],
  },
  second_factors: { of: 'user', column: 'user_id', hidden: ['sealed'] },
  recovery_codes: { of: 'user', column: 'user_id', hidden: ['code_hash'] },
  passkeys: { of: 'user', column: 'user_id', hidden: ['public_key'] },
  deletion_requests: { of: 'user', column: 'user_id' },
  email_requests: {
    of: 'user',
    column: 'user_id',
    hidden: ['token_hash', 'password_digest'],
  },
  pending_mails: { of: 'email', column: 'email_key' },
  pairing_tickets: {
    of: 'user',
    column: 'user_id',
    hidden: ['ticket_hash', 'family_id', 'state_hash', 'cookie_hash', 'sealed'],
  },
  pairing_grants: { of: 'user', column: 'user_id' },
  manager_webhooks: 'not-personal',
  manager_connections: 'not-personal',
  application_webhooks: 'not-personal',
  template_makers: 'not-personal',
  maker_accounts: 'not-personal',
  maker_credentials: {
    of: 'user',
    column: 'user_id',
    hidden: ['token_digest', 'sealed'],
  },
  bridges: 'not-personal',
  bridge_users: { of: 'user', column: 'user_id' },
  found_devices: { of: 'user', column: 'user_id' },
  services: 'not-personal',
  service_subscriptions: { of: 'user', column: 'user_id' },
  portal_accounts: 'not-personal',
  portal_recovery_codes: 'not-personal',
  portal_invitations: 'not-personal',
  portal_sessions: 'not-personal',
  portal_tokens: 'not-personal',
  portal_known_addresses: 'not-personal',
  portal_password_links: 'not-personal',
  audit: { of: 'user', column: 'actor_id', order: ['at', 'id'] },
};

/** The tables with data about users. */
export const userTables: readonly (UserTable & { name: TableName; order: readonly string[] })[] = (
  Object.entries(tables) as [TableName, UserTable | 'not-personal'][]
).flatMap(([name, table]) =>
  table === 'not-personal' ? [] : [{ name, order: keyWithin(name, table.column), ...table }],
);
