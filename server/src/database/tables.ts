import type { Generated } from 'kysely';

/*
 * The data, as its tables say it. Times are milliseconds since 1970; flags are 0 or 1; `…_json` is JSON text that is
 * never queried inside. Rows of a user begin their keys with the user's id and rows of a channel with the channel's,
 * so that taking one out is a walk along one key.
 */
export type Database = {
  settings: SettingsTable;
  clients: ClientsTable;
  client_links: ClientLinksTable;
  users: UsersTable;
  known_addresses: KnownAddressesTable;
  token_families: TokenFamiliesTable;
  access_tokens: AccessTokensTable;
  codes: CodesTable;
  templates: TemplatesTable;
  channels: ChannelsTable;
  grants: GrantsTable;
  tile_groups: TileGroupsTable;
  tiles: TilesTable;
  tile_group_members: TileGroupMembersTable;
  property_values: PropertyValuesTable;
  series: SeriesTable;
  history: HistoryTable;
  history_hours: HistoryHoursTable;
  commands: CommandsTable;
  event_counters: EventCountersTable;
  user_events: UserEventsTable;
  virtual_devices: VirtualDevicesTable;
  uploads: UploadsTable;
  user_preferences: UserPreferencesTable;
  places: PlacesTable;
  survey_responses: SurveyResponsesTable;
  password_resets: PasswordResetsTable;
  pending_mails: PendingMailsTable;
  audit: AuditTable;
};

type SettingsTable = { name: string; value: string };

/** Every holder of credentials that is not a person. */
type ClientsTable = {
  id: string;
  kind: 'application' | 'manager' | 'device';
  type: 'mobile' | 'distributor' | 'manager' | 'device';
  name: string;
  namespace: string;
  secret_hash: string;
  /** The secret before the last rotation, until `previous_secret_expires`. */
  previous_secret_hash: string | null;
  previous_secret_expires: number | null;
  redirect_uris_json: string;
  origins_json: string;
  scopes_json: string;
  /** Seconds; null is the platform's setting. */
  access_token_lifetime: number | null;
  refresh_token_lifetime: number | null;
  minimum_password_length: number;
  confirmation_hash: string;
  state: 'enabled' | 'disabled';
  is_demo: Generated<number>;
  created: number;
  updated: number;
};

/** `distributor_id` works for `application_id`. */
type ClientLinksTable = { distributor_id: string; application_id: string; created: number };

type UsersTable = {
  id: string;
  /** The application the user belongs to. */
  client_id: string;
  email: string;
  /** Normalised; unique within the application. */
  email_key: string;
  name: string;
  /** Where the picture is; null is the picture that all begin with. */
  photo: string | null;
  password_hash: string;
  namespace: string;
  secret: string;
  confirmation_hash: string;
  cdata_json: Generated<string>;
  state: 'active' | 'inactive';
  active_at: number;
  inactive_at: Generated<number>;
  created: number;
  updated: number;
  revision: Generated<number>;
  /** Raised by every change to the user's grants, tiles or groups: cached lists are keyed by it. */
  home_revision: Generated<number>;
};

/** Addresses from which a user did sign in: strangers' failures elsewhere do not lock the owner out. */
type KnownAddressesTable = { user_id: string; address: string; last_used: number };

/** One sign-in. */
type TokenFamiliesTable = {
  id: string;
  client_id: string;
  user_id: string | null;
  grant_type: 'password' | 'client_credentials';
  scopes_json: string;
  state: string | null;
  current_hash: string;
  previous_hash: string | null;
  /** The answer to the last refresh, sealed under a key that only the presented refresh token gives. */
  sealed_successor: string | null;
  generation: Generated<number>;
  rotated_at: number | null;
  successor_used_at: number | null;
  created: number;
  updated: number;
  /** Of the current refresh token. */
  expires: number;
  revoked_at: number | null;
  revoked_because: string | null;
};

type AccessTokensTable = {
  hash: string;
  id: string;
  family_id: string;
  generation: number;
  created: number;
  expires: number;
};

/** One-time exchange codes. */
type CodesTable = {
  hash: string;
  family_id: string;
  /** Set when the code travelled in a redirect: it then needs the client's secret and the same URI. */
  redirect_uri: string | null;
  created: number;
  expires: number;
  redeemed_family_id: string | null;
};

/** Versions stand beside each other; a channel keeps the one it was made from until it is moved. */
type TemplatesTable = {
  id: string;
  version: number;
  name: string;
  vendor: string;
  model: string;
  kind: string;
  definition_json: string;
  definition_hash: string;
  created: number;
};

type ChannelsTable = {
  id: string;
  template_id: string;
  template_version: number;
  /** The client that created it; null for one made by the operator. */
  creator_id: string | null;
  /** The maker's own id of the device. */
  remote_key: string | null;
  name: string;
  created: number;
  updated: number;
  revision: Generated<number>;
};

/** Who may use a channel. Several users can hold grants on one channel. */
type GrantsTable = {
  channel_id: string;
  grantee_id: string;
  role: 'application' | 'user';
  requesting_client_id: string | null;
  expires: number | null;
  created: number;
};

/** A group of tiles; one without parent is an area. Every user is born with one default area. */
type TileGroupsTable = {
  user_id: string;
  id: string;
  label: string;
  parent_id: string | null;
  position: number;
  is_default: number;
  created: number;
};

/** One person's view of one part of a channel. */
type TilesTable = {
  user_id: string;
  id: string;
  channel_id: string;
  /** Which of the template's tiles it is drawn from. */
  template_tile: number;
  label: string;
  position: number;
  created: number;
  updated: number;
  revision: Generated<number>;
};

type TileGroupMembersTable = { user_id: string; tile_id: string; group_id: string; position: number };

/** The last value of each property. */
type PropertyValuesTable = {
  channel_id: string;
  component_id: string;
  property_id: string;
  data_json: string;
  timestamp: number;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string;
  revision: Generated<number>;
};

/** A small number for each property that ever had a value: history is keyed by it. */
type SeriesTable = { id: Generated<number>; channel_id: string; component_id: string; property_id: string };

/** Numbers stand in `number`, all else in `data_json`. Without a cause it was the channel's own report. */
type HistoryTable = {
  series_id: number;
  time: number;
  /** Tells values of one millisecond apart, in the order in which they came. */
  n: number;
  number: number | null;
  data_json: string | null;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string | null;
};

/** Of the numbers of one hour, which begins at `hour`; kept when the values themselves are pruned. */
type HistoryHoursTable = {
  series_id: number;
  hour: number;
  count: number;
  minimum: number;
  maximum: number;
  sum: number;
};

/** A write that who stands behind the channel has to answer; at most one open for each property. */
type CommandsTable = {
  id: string;
  channel_id: string;
  component_id: string;
  property_id: string;
  data_json: string;
  state: 'open' | 'done' | 'answered' | 'unanswered' | 'refused' | 'superseded';
  sender: string | null;
  on_behalf_of: string | null;
  created: number;
  deadline: number;
  settled: number | null;
  answer_json: string | null;
  reason: string | null;
};

/** The number of each user's last event. The first is 1 and none is left out, so a number that is gone was pruned. */
type EventCountersTable = { user_id: string; last: number };

/** What happened in a user's home, in the order in which that user is told. */
type UserEventsTable = {
  user_id: string;
  n: number;
  at: number;
  type: 'value' | 'command';
  channel_id: string;
  component_id: string;
  property_id: string;
  io: string | null;
  data_json: string | null;
  /** Of a command: how it ended. */
  state: CommandsTable['state'] | null;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string | null;
};

/** Channels behind which the platform itself plays the device. */
type VirtualDevicesTable = { channel_id: string; seed: number; faults_json: string; created: number };

type UploadsTable = {
  id: string;
  owner_id: string;
  content_type: string;
  bytes: number;
  width: number;
  height: number;
  created: number;
};

/** Two documents, for the two addresses under which known apps keep theirs: they share only units and the clock. */
type UserPreferencesTable = {
  user_id: string;
  preferences_json: string;
  legacy_json: string;
  /** Null where the user never said. */
  location_sharing: number | null;
  revision: Generated<number>;
  updated: number;
};

/** Where a user often is. Of home, work, gym and school there is a row once something is known. */
type PlacesTable = {
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

type SurveyResponsesTable = {
  user_id: string;
  id: string;
  survey: string;
  answers_json: string;
  created: number;
};

/** The newest link of each user. It holds while the password is the one that it was made for. */
type PasswordResetsTable = {
  user_id: string;
  token_hash: string;
  password_digest: string;
  created: number;
  expires: number;
};

/** Mail to be written and sent; whether anybody has the address is asked then, so that asking takes the same for all. */
type PendingMailsTable = {
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

/** Who did what to what, from where; refusals are counted per principal, rule, target and minute. */
type AuditTable = {
  id: string;
  at: number;
  actor_id: string | null;
  action: string;
  target_id: string | null;
  address: string | null;
  detail: string | null;
  count: number;
};
