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
 * The tables. Times are milliseconds since 1970; flags are 0 or 1; `…_json` is JSON text that is never
 * queried inside. Keys of a user's rows begin with the user's id and keys of a channel's rows with the
 * channel's id, so that deleting one is a single range scan.
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
/** When a manager used the user's consent for the channel. */
type PairingGrantsTable = { user_id: string; channel_id: string; granted: number };

type SettingsTable = { name: string; value: string };

/** The server that uses a PostgreSQL database (`database/server-lease.ts`); empty on SQLite. */
type ServerLeasesTable = {
  name: string;
  instance: string;
  holder: string;
  host: string;
  started: number;
  expires: number;
};

/** A holder of credentials that is not a person. */
type ClientsTable = {
  id: string;
  kind: 'application' | 'manager' | 'device';
  type: 'mobile' | 'distributor' | 'manager' | 'device';
  name: string;
  namespace: string;
  secret_hash: string;
  /** The secret before the last rotation, valid until `previous_secret_expires`. */
  previous_secret_hash: string | null;
  previous_secret_expires: number | null;
  redirect_uris_json: string;
  origins_json: string;
  scopes_json: string;
  /** Seconds; null means the platform's setting. */
  access_token_lifetime: number | null;
  refresh_token_lifetime: number | null;
  minimum_password_length: number;
  confirmation_hash: string;
  /** The scheme of URLs that open its app; null when it has none. */
  app_scheme: Generated<string | null>;
  /** `removed` means invisible to everyone while the dependent data is being deleted. */
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
  /** The normalised e-mail address; unique within the application. */
  email_key: string;
  name: string;
  /** The normalised name, for searching. */
  name_key: Generated<string>;
  /** The location of the picture; null means the default picture. */
  photo: string | null;
  password_hash: string;
  namespace: string;
  secret: string;
  confirmation_hash: string;
  cdata_json: Generated<string>;
  /** `removed` means invisible to everyone while the dependent data is being deleted. */
  state: 'active' | 'inactive' | 'removed';
  active_at: number;
  inactive_at: Generated<number>;
  created: number;
  updated: number;
  revision: Generated<number>;
  /** Incremented by every change to the user's grants, tiles or groups. Cached lists are keyed by it. */
  home_revision: Generated<number>;
};

/** Versions coexist. A channel keeps the version that it was created from until it is migrated. */
type TemplatesTable = {
  id: string;
  version: number;
  name: string;
  vendor: string;
  model: string;
  kind: string;
  /** The id of the page that opens for its devices. */
  interface_uuid: string | null;
  definition_json: string;
  definition_hash: string;
  /** The portal account that wrote it; null for templates from the catalogue or the command line. */
  author_id: Generated<string | null>;
  created: number;
  /** When it was deleted. The row stays: versions are not reused, and the catalogue does not restore it. */
  removed: Generated<number | null>;
};

type ChannelsTable = {
  id: string;
  template_id: string;
  template_version: number;
  /** The client that created it; null when the operator created it. */
  creator_id: string | null;
  /** The maker's id of the device. */
  remote_key: string | null;
  /** The user whose phone reports to this channel. Each user has one such channel. */
  context_of: Generated<string | null>;
  name: string;
  created: number;
  updated: number;
  revision: Generated<number>;
  /** When it was removed. It is invisible to everyone while its data is being deleted. */
  removed: Generated<number | null>;
  /** Incremented when the grant of its last user ends. Later values belong to other series. */
  period: Generated<number>;
};

/** The users and applications that may use a channel. Several users can hold grants on one channel. */
type GrantsTable = {
  channel_id: string;
  grantee_id: string;
  role: 'application' | 'user';
  requesting_client_id: string | null;
  expires: number | null;
  created: number;
};

/** A group of tiles; one without a parent is an area. Every user is created with one default area. */
type TileGroupsTable = {
  user_id: string;
  id: string;
  label: string;
  parent_id: string | null;
  position: number;
  is_default: number;
  /** Whether it is the area of the user's context channel. */
  is_context: Generated<number>;
  created: number;
};

/** One person's view of one part of a channel. */
type TilesTable = {
  user_id: string;
  id: string;
  channel_id: string;
  /** The index of the template's tile that it shows. */
  template_tile: number;
  label: string;
  /** The user's own picture; null means the template's. */
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

/** The right to open one authorization page, for one user, one sign-in and one kind of device. */
type PairingTicketsTable = {
  ticket_hash: string;
  user_id: string;
  family_id: string;
  template_id: string;
  created: number;
  expires: number;
  /** When the page was completed. */
  passed: number | null;
  /** Where the page redirects to for an app in a browser. */
  redirect_uri: string | null;
};

/** A device that a user may add to the home. The id is the one that the channel will have. */
type FoundDevicesTable = {
  user_id: string;
  id: string;
  template_id: string;
  name: string;
  position: number;
  expires: number;
};

/** A service or bundle that an operator offers in addition to devices. */
type ServicesTable = {
  id: string;
  kind: 'service' | 'bundle';
  definition_json: string;
  created: number;
  updated: number;
};

type ServiceSubscriptionsTable = { user_id: string; service_id: string; created: number };

/** The audit log. Refusals are counted per principal, rule, target and minute. */
type AuditTable = {
  id: string;
  at: number;
  actor_id: string | null;
  action: string;
  target_id: string | null;
  address: string | null;
  detail: string | null;
  count: number;
  /** 1 for counted refusals, which have their own retention. */
  is_refusal: number;
};
