import type { Generated } from 'kysely';
import type {
  PasswordResetsTable,
  PendingMailsTable,
  PlacesTable,
  SurveyResponsesTable,
  UserPreferencesTable,
} from './people-tables.ts';
import type {
  PortalAccountsTable,
  PortalInvitationsTable,
  PortalKnownAddressesTable,
  PortalPasswordLinksTable,
  PortalRecoveryCodesTable,
  PortalSessionsTable,
} from './portal-tables.ts';
import type {
  AccessTokensTable,
  CodesTable,
  KnownAddressesTable,
  TokenFamiliesTable,
} from './sign-in-tables.ts';
import type {
  CommandsTable,
  EventCountersTable,
  HistoryHoursTable,
  HistoryOtherHoursTable,
  HistoryTable,
  PropertyValuesTable,
  SeriesTable,
  UserEventsTable,
  VirtualDevicesTable,
} from './value-tables.ts';

/*
 * The data, as its tables say it. Times are milliseconds since 1970; flags are 0 or 1; `…_json` is JSON text that is
 * never queried inside. Rows of a user begin their keys with the user's id and rows of a channel with the channel's,
 * so that taking one out is a walk along one key.
 */
export type Database = {
  settings: SettingsTable;
  server_leases: ServerLeasesTable;
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
  history_other_hours: HistoryOtherHoursTable;
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
  pairing_tickets: PairingTicketsTable;
  pairing_grants: PairingGrantsTable;
  template_makers: TemplateMakersTable;
  found_devices: FoundDevicesTable;
  services: ServicesTable;
  service_subscriptions: ServiceSubscriptionsTable;
  portal_accounts: PortalAccountsTable;
  portal_recovery_codes: PortalRecoveryCodesTable;
  portal_invitations: PortalInvitationsTable;
  portal_sessions: PortalSessionsTable;
  portal_known_addresses: PortalKnownAddressesTable;
  portal_password_links: PortalPasswordLinksTable;
  audit: AuditTable;
};

type TemplateMakersTable = { template_id: string; manager_id: string; created: number };
/** When a manager used the consent of the user for the channel. */
type PairingGrantsTable = { user_id: string; channel_id: string; granted: number };

type SettingsTable = { name: string; value: string };

/** Which server uses a PostgreSQL database (`database/server-lease.ts`); empty on SQLite. */
type ServerLeasesTable = {
  name: string;
  instance: string;
  holder: string;
  host: string;
  started: number;
  expires: number;
};

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
  /** Of URLs that open its app; null where it has none. */
  app_scheme: Generated<string | null>;
  /** `removed` is no longer there for anybody, while what hangs on it is taken away. */
  state: 'enabled' | 'disabled' | 'removed';
  /** No longer used. */
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
  /** Normalised, to be found by. */
  name_key: Generated<string>;
  /** Where the picture is; null is the picture that all begin with. */
  photo: string | null;
  password_hash: string;
  namespace: string;
  secret: string;
  confirmation_hash: string;
  cdata_json: Generated<string>;
  /** `removed` is no longer there for anybody, while what hangs on it is taken away. */
  state: 'active' | 'inactive' | 'removed';
  active_at: number;
  inactive_at: Generated<number>;
  created: number;
  updated: number;
  revision: Generated<number>;
  /** Raised by every change to the user's grants, tiles or groups: cached lists are keyed by it. */
  home_revision: Generated<number>;
};

/** Versions stand beside each other; a channel keeps the one it was made from until it is moved. */
type TemplatesTable = {
  id: string;
  version: number;
  name: string;
  vendor: string;
  model: string;
  kind: string;
  /** Of the page that opens for its devices. */
  interface_uuid: string | null;
  definition_json: string;
  definition_hash: string;
  /** The account of the portal that wrote it; null for what the catalogue or the command line brought. */
  author_id: Generated<string | null>;
  created: number;
  /** When it was deleted: versions are never given twice, and the catalogue does not bring it back. */
  removed: Generated<number | null>;
};

type ChannelsTable = {
  id: string;
  template_id: string;
  template_version: number;
  /** The client that created it; null for one made by the operator. */
  creator_id: string | null;
  /** The maker's own id of the device. */
  remote_key: string | null;
  /** The user whose own phone reports here; there is one such channel for each. */
  context_of: Generated<string | null>;
  name: string;
  created: number;
  updated: number;
  revision: Generated<number>;
  /** When it was removed: it no longer exists for anybody, and what was stored of it is being deleted. */
  removed: Generated<number | null>;
  /** Raised when its last user's grant ends: what it stores from then on are other series. */
  period: Generated<number>;
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
  /** The area of the user's own context. */
  is_context: Generated<number>;
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
  /** The user's own picture of it; null is the template's. */
  photo: Generated<string | null>;
  position: number;
  created: number;
  updated: number;
  revision: Generated<number>;
};

type TileGroupMembersTable = { user_id: string; tile_id: string; group_id: string; position: number };

type UploadsTable = {
  id: string;
  owner_id: string;
  content_type: string;
  bytes: number;
  width: number;
  height: number;
  created: number;
};

/** The right to one authorization page: for one user, in one sign-in, and one kind of device. */
type PairingTicketsTable = {
  ticket_hash: string;
  user_id: string;
  family_id: string;
  template_id: string;
  created: number;
  expires: number;
  /** When its page was passed. */
  passed: number | null;
  /** Where that page ends for an app in a browser. */
  redirect_uri: string | null;
};

/** What a user may add to the home. The id is the one that the channel will have. */
type FoundDevicesTable = {
  user_id: string;
  id: string;
  template_id: string;
  name: string;
  position: number;
  expires: number;
};

/** What an operator offers beside devices. */
type ServicesTable = {
  id: string;
  kind: 'service' | 'bundle';
  definition_json: string;
  created: number;
  updated: number;
};

type ServiceSubscriptionsTable = { user_id: string; service_id: string; created: number };

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
  /** 1 for counted refusals, which are kept apart from facts. */
  is_refusal: number;
};
