// Generated from contract/ by `npm run generate`.
import type { Action, AgentHealth, AgentStop, BridgeCheck, Channel, Component, ControlInterface, Information, Preferences, Tile, TileGroup, Timestamp, Trigger } from '../api/types.generated.ts';

/** A channel template: what a kind of device can do. */
export interface ChannelTemplate {
  /** Channel template id. */
  id: string;
  /** Name of the kind of device. */
  name: string;
  /** Brand. */
  vendor: string;
  /** The maker’s model name. */
  model: string;
  /** Kind of device, e.g. `color-light`. */
  kind: string;
  /** Content kind of its channels (spec 2.4), `Device`. */
  content: string;
  /** Category ids, e.g. `com.azulejo.categories.lighting`. */
  categories: string[];
  /** Photo of the device: the name of a picture served by the platform, or an absolute URL. */
  picture: string;
  /** The same, for tiles. */
  tilePicture: string;
  /** The page that opens when the tile is tapped. */
  interface: {
    /** Id of the device page. */
    uuid: string;
    /** Revision of the page. */
    etag: string;
    /** Parts of the page that an app has built in. */
    native: Array<{
      /** Id of the part. */
      id: string;
      /** Kind of part. */
      type: string;
      /** Size of the part. */
      size: string;
    }>;
  };
  /** The parts of the device, e.g. each socket of a power strip. */
  components: Component[];
  /** Values that can be read, written and followed. */
  properties: TemplateProperty[];
  /** The tiles that a new device gets. */
  tiles: TemplateTile[];
  /** The definition from which the template was generated. */
  source?: {
    /** npm package of the definition. */
    package: string;
    /** Version of the package. */
    version: string;
    /** License of the package. */
    license: string;
    /** Name of the model in the package. */
    model: string;
  };
}

export interface NoPortalSession {
  /** There is no session. */
  state: "none";
}

export interface PortalAccount {
  /** Id of the account. */
  id: string;
  /** The e-mail with which it signs in. */
  email: string;
  /** Display name. */
  name: string;
  /**
   * What the account may do: an owner everything, a developer everything but manage accounts, a viewer only
   * read.
   */
  role: "owner" | "developer" | "viewer";
  /** A disabled account is signed out and cannot sign in. */
  state: "enabled" | "disabled";
  /** Whether signing in requires a code from an authenticator. */
  second_factor: boolean;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** When one of its sessions was last used; null if it has none. */
  last_used: Timestamp | null;
}

export interface PortalApplication {
  /** Id with which the application signs in. */
  client_id: string;
  /** Display name. */
  name: string;
  /**
   * `mobile` has users, `distributor` accesses the users of other applications, `manager` connects devices of
   * a maker.
   */
  type: "mobile" | "distributor" | "manager";
  /** Unique name in the platform, which never changes. */
  namespace: string;
  /** While disabled, neither the application nor its users can sign in. */
  state: "enabled" | "disabled";
  /** Whether users sign in through it at `/home`. */
  is_home: boolean;
  /** Number of its users. */
  users: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
}

/** The application, with its settings. */
export interface PortalApplicationDetail {
  /** Id with which the application signs in. */
  client_id: string;
  /** Display name. */
  name: string;
  /**
   * `mobile` has users, `distributor` accesses the users of other applications, `manager` connects devices of
   * a maker.
   */
  type: "mobile" | "distributor" | "manager";
  /** Unique name in the platform, which never changes. */
  namespace: string;
  /** While disabled, neither the application nor its users can sign in. */
  state: "enabled" | "disabled";
  /** Whether users sign in through it at `/home`. */
  is_home: boolean;
  /** Number of its users. */
  users: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
  /** Scopes that it may request. */
  scopes: string[];
  /** URIs to which a sign-in may redirect. */
  redirect_uris: string[];
  /** Origins whose pages may call the API: `scheme://host[:port]`. */
  origins: string[];
  /** Seconds; null means the platform’s default. */
  access_token_lifetime: number | null;
  /** Seconds; null means the platform’s default. */
  refresh_token_lifetime: number | null;
  /** Minimum length of its users’ passwords, in characters. */
  minimum_password_length: number;
  /** URL scheme that opens its app, or null. */
  app_scheme: string | null;
  /** When the secret before the last rotation expires; null if there is none. */
  previous_secret_expires: Timestamp | null;
  /** For a distributor: the applications whose users it can access. */
  works_for: Array<{
    /** Id with which it signs in. */
    client_id: string;
    /** Display name. */
    name: string;
    /** Unique name in the platform. */
    namespace: string;
  }>;
  /** Distributors that work for it. */
  distributors: Array<{
    /** Id with which it signs in. */
    client_id: string;
    /** Display name. */
    name: string;
    /** Unique name in the platform. */
    namespace: string;
  }>;
  /** For a manager: the templates of which it creates devices. */
  templates: Array<{
    /** Template id. */
    id: string;
    /** Name of the kind of device. */
    name: string;
  }>;
  /** For a manager: what the platform calls when people add devices. */
  webhooks?: Array<{
    /** For example `devices_list`. */
    name: string;
    /** The address that is called. */
    url: string;
  }>;
  /** A user that it can read, for code examples; null if there is none. */
  example_user_id: string | null;
}

export interface PortalApplicationOptions {
  /** What applications of each type can have. */
  types: Array<{
    /**
     * `mobile` has users, `distributor` accesses the users of other applications, `manager` connects devices
     * of a maker.
     */
    type: "mobile" | "distributor" | "manager";
    /** Scopes that it can request. */
    scopes: string[];
    /** Seconds. */
    least_token_lifetime: number;
    /**
     * The platform’s default in seconds: for user tokens if the application has users, otherwise for its own
     * tokens.
     */
    access_token_lifetime: number;
  }>;
  /** The platform’s default in seconds. */
  refresh_token_lifetime: number;
  /** Seconds. */
  most_token_lifetime: number;
  /** Characters. */
  least_password_length: number;
  /** Characters. */
  most_password_length: number;
  /** Characters. */
  default_password_length: number;
  /** Where applications reach the platform. */
  endpoints: {
    /** Base URL of the API. */
    http: string;
    /** Addresses of the broker. */
    mqtt: string[];
  };
}

export interface PortalAuditEntry {
  /** Id of the entry. */
  id: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  at: Timestamp;
  /** For example `application.create`; for refusals `refused.…`. */
  action: string;
  /** Null for the operator, or if unknown. */
  actor: PortalAuditNamed | null;
  /** What it was done to; null if nothing in particular. */
  target: PortalAuditNamed | null;
  /** IP address of the request; null if it did not come over the network. */
  address: string | null;
  /** More about the action, such as a version; null if there is nothing to add. */
  detail: string | null;
  /** For refusals: how often within the minute. */
  count: number;
}

export interface PortalAuditNamed {
  /** Its id. */
  id: string;
  /** What the id belongs to; `account` is one of the portal. */
  kind: "account" | "application" | "device" | "manager" | "user" | "channel" | "template" | "unknown";
  /** Null if it no longer exists. */
  name: string | null;
}

/** A bridge, its settings without secrets, and how it is. */
export interface PortalBridge {
  /** Bridge id. It is also the `client_id` of its manager. */
  id: string;
  /**
   * The system that the bridge connects. `zigbee2mqtt` is a Zigbee2MQTT with its MQTT server.
   * `mqtt-discovery` is an MQTT server on which devices announce themselves as for Home Assistant.
   */
  type: "zigbee2mqtt" | "mqtt-discovery";
  /** Name of the bridge, which people see. */
  name: string;
  /** Address of the MQTT server, without a password. */
  mqtt_url: string;
  /** User at the MQTT server, or empty. */
  username: string;
  /** The base topic. */
  base_topic: string;
  /**
   * `waiting`: its process was not started yet. `starting`: it connects. `running`: it is connected to the
   * platform and to the MQTT server; one of type `zigbee2mqtt` has also heard from a running Zigbee2MQTT.
   * `failing`: it is not; see `problem`. `stopped`: it ended, and is not started again until its settings
   * change. `external`: the operator runs it, so the platform knows only whether it is connected: see
   * `connected`.
   */
  state: "waiting" | "starting" | "running" | "failing" | "stopped" | "external";
  /** Whether the bridge is connected to the platform. */
  connected: boolean;
  /** The problem, in words for people; empty when there is none. */
  problem: string;
  /** Version of Zigbee2MQTT; empty until it is known, and for other types. */
  version: string;
  /** Number of devices that the bridge connects. */
  devices: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** How often its process was restarted automatically. */
  restarts: number;
}

export interface PortalCaller {
  /** The account that acts. */
  account: {
    /** Display name. */
    name: string;
    /** The e-mail with which it signs in. */
    email: string;
    /**
     * What the account may do: an owner everything, a developer everything but manage accounts, a viewer only
     * read.
     */
    role: "owner" | "developer" | "viewer";
  };
  /** Null for a session. */
  token: {
    /** What the token is for. */
    name: string;
    /**
     * What the token may do, within the role of its account. `users:write` is enough to take over the account
     * of any person: it creates links for a new password.
     */
    scopes: Array<"applications:read" | "applications:write" | "users:read" | "users:write" | "templates:read" | "templates:write" | "devices:read" | "devices:write" | "monitoring:read">;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    expires: Timestamp;
  } | null;
}

export interface PortalCheck {
  /** What was checked, such as `Disk`. */
  check: string;
  /** `attention`: works, but needs work soon; `bad`: does not work. */
  state: "good" | "attention" | "bad";
  /** What the check found, for people. */
  says: string;
  /** What to do about it. */
  todo?: string;
}

export interface PortalCompletedTemplate {
  /** The template, with the members that were missing. */
  template: unknown;
  /** Paths of the members that were filled in: `tiles`, `properties.2.id`. */
  completed: string[];
}

export interface PortalConsequences {
  /** Its users. */
  users: number;
  /** Active sign-ins of the application and its users. */
  sign_ins: number;
  /** Channels that are deleted with it. */
  channels: number;
  /** Devices with their own credentials that are deleted with it. */
  devices: number;
  /** Tiles in users’ homes that are deleted with it. */
  tiles: number;
  /** Channels of managers. They stay, but its users lose access to them. */
  others_channels: number;
  /** The names of counts that are lower bounds: counting stops at 100,000 rows each. */
  at_least: string[];
}

/** The device and who has it. */
export interface PortalDevice {
  /** The device’s id, with which it signs in. */
  client_id: string;
  /** For those who manage it; people name their tiles themselves. */
  name: string;
  /** Unique name in the platform. */
  namespace: string;
  /** A disabled device cannot connect, and its tokens are refused. */
  state: "enabled" | "disabled";
  /** Whether it listens for commands over MQTT now. */
  is_connected: boolean;
  /** Whether a new MQTT connection of the device closes the previous one. */
  single_connection: boolean;
  /** The user who has the device, the first if there are several. */
  user: {
    /** User id. */
    id: string;
    /** The user’s e-mail. */
    email: string;
    /** The user’s name. */
    name: string;
  } | null;
  /** The oldest channels of the device, at most 20. */
  channels: Array<{
    /** Id. */
    id: string;
    /** Name. */
    name: string;
  }>;
  /** The template of its oldest channel. */
  template: {
    /** Channel template id. */
    id: string;
    /** Name of the kind of device. */
    name: string;
    /** Brand. */
    vendor: string;
    /** The maker’s model name. */
    model: string;
  } | null;
  /** Its claim code: it has none, or it is open, expired or used. */
  claim: "none" | "open" | "expired" | "used";
  /** When an open claim code expires; null if never. */
  claim_expires: Timestamp | null;
  /** When a person used its last claim code. */
  claimed: Timestamp | null;
  /** When the client_secret before the last rotation stops working; null if there is none. */
  previous_secret_expires: Timestamp | null;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** The application that manages it; null until a user of one claims it. */
  application: {
    /** The application’s `client_id`. */
    id: string;
    /** The application’s name. */
    name: string;
  } | null;
}

export interface PortalDeviceSecrets {
  /** The device and who has it. */
  device: PortalDevice;
  /** Shown only once. */
  client_secret?: string;
  /** Shown only once. */
  claim_code?: string;
  /** Where the device connects. */
  mqtt_url: string;
}

/** The invitation. */
export interface PortalInvitation {
  /** Id of the invitation. */
  id: string;
  /** Null: anyone with the link can accept. */
  email: string | null;
  /**
   * What the account may do: an owner everything, a developer everything but manage accounts, a viewer only
   * read.
   */
  role: "owner" | "developer" | "viewer";
  /** A name; null if the operator created it on the command line. */
  invited_by: string | null;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  expires: Timestamp;
}

/** The newest version of a template. */
export interface PortalListedTemplate {
  /** Template id. */
  id: string;
  /** Name of the kind of device. */
  name: string;
  /** Brand. */
  vendor: string;
  /** The maker’s model name. */
  model: string;
  /** Kind of device, e.g. `color-light`. */
  kind: string;
  /** URL of the photo of the device. */
  picture_url: string;
  /** The same picture, sized for lists. */
  thumbnail_url: string;
  /** Number of the version, from 1. */
  version: number;
  /** When it was stored; null for a template of the catalogue of which nothing was made or changed yet. */
  created: Timestamp | null;
  /** Where it comes from: the catalogue of a release, the command line, or the portal. */
  origin: "catalogue" | "import" | "portal";
  /** The author of a version from the portal; null otherwise, or if the account no longer exists. */
  author: {
    /** Id of the portal account. */
    id: string;
    /** The account’s name. */
    name: string;
  } | null;
  /** Number of channels with any version. */
  channels: number;
  /** Number of channels with an earlier version. */
  channels_behind: number;
}

export interface PortalMakerAccount {
  /** Whose account it is. */
  application: {
    /** The application’s `client_id`. */
    id: string;
    /** The application’s name. */
    name: string;
  };
  /** The id of the application at the maker. */
  client_id: string;
  /** Whether the maker gave a secret. It is never shown. */
  has_secret: boolean;
  /** Where the secret may be sent. */
  origins: string[];
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
}

export interface PortalMakerAccounts {
  /** One for each application that has one. */
  accounts: PortalMakerAccount[];
}

export interface PortalManager {
  /** Id with which the manager signs in. */
  client_id: string;
  /** Display name. */
  name: string;
  /** Unique name in the platform. */
  namespace: string;
  /** While disabled, neither the application nor its users can sign in. */
  state: "enabled" | "disabled";
  /**
   * `webhooks`: the platform asks it when people add devices. `bridge`: it connects another system, and
   * people choose among its devices. `independent`: it adds devices itself.
   */
  kind: "webhooks" | "bridge" | "independent";
  /**
   * How the last call of each webhook went, or how the bridge does. `paused`: after repeated failures the
   * platform waits before it calls again. `unknown`: no call since the server started, or a bridge that the
   * operator runs.
   */
  health: "unknown" | "working" | "failing" | "paused";
  /** Whether it is connected over MQTT. */
  is_connected: boolean;
  /** When it last used the API, which is recorded every few minutes; null if never. */
  last_seen: Timestamp | null;
  /** Number of templates of which it creates devices. */
  template_count: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
}

export interface PortalManagerChannel {
  /** Channel id. */
  id: string;
  /** Name of the channel. */
  name: string;
  /** What kind of device it is. */
  template: {
    /** Template id. */
    id: string;
    /** Name of the kind of device. */
    name: string;
  };
  /** The maker’s id of the device; null without one. */
  remote_key: string | null;
  /** Number of users who have it. */
  users: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
}

export interface PortalManagerDetail {
  /** Id with which the manager signs in. */
  client_id: string;
  /** Display name. */
  name: string;
  /** Unique name in the platform. */
  namespace: string;
  /** While disabled, neither the application nor its users can sign in. */
  state: "enabled" | "disabled";
  /**
   * `webhooks`: the platform asks it when people add devices. `bridge`: it connects another system, and
   * people choose among its devices. `independent`: it adds devices itself.
   */
  kind: "webhooks" | "bridge" | "independent";
  /**
   * How the last call of each webhook went, or how the bridge does. `paused`: after repeated failures the
   * platform waits before it calls again. `unknown`: no call since the server started, or a bridge that the
   * operator runs.
   */
  health: "unknown" | "working" | "failing" | "paused";
  /** Whether it is connected over MQTT. */
  is_connected: boolean;
  /** When it last used the API, which is recorded every few minutes; null if never. */
  last_seen: Timestamp | null;
  /** Number of templates of which it creates devices. */
  template_count: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** All webhooks, also those that are not set. */
  webhooks: Array<{
    /** For example `devices_list`. */
    name: string;
    /** The address that the manager set; null without one. */
    url: string | null;
    /** Null if there was none since the server started. */
    last_call: PortalWebhookCall | null;
    /** When the first of the failed calls in a row was made; null if it works. */
    failing_since: Timestamp | null;
    /** Until when its host is not called; null if it is called. */
    paused_until: Timestamp | null;
  }>;
  /** The templates of which it creates devices. */
  templates: Array<{
    /** Template id. */
    id: string;
    /** Name of the kind of device. */
    name: string;
  }>;
  /** Refused templates of this manager since the server started; at most 50, newest first. */
  refused_templates: Array<{
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    time: Timestamp;
    /** The id that the manager gave; empty without one. */
    id: string;
    /** The first 20 errors. */
    errors: Array<{
      /** Path of the field in the template. */
      field: string;
      /** The error. */
      reason: string;
    }>;
  }>;
  /** For a bridge: what it connects and how it does; otherwise null. */
  bridge: {
    /** What it connects, for example `zigbee2mqtt`. */
    type: string;
    /** Address of the MQTT server, without a password. */
    mqtt_url: string;
    /** As in the list of bridges, for example `running` or `failing`. */
    state: "waiting" | "starting" | "running" | "failing" | "stopped" | "external";
    /** What is wrong, for people; empty when nothing is. */
    problem: string;
    /** Version of the system that it connects; empty until it is known. */
    version: string;
  } | null;
  /** Number of its channels. */
  channels: number;
  /** Number of users who have a channel of it. */
  users: number;
  /** Whether all channels were counted: counting stops at 100,000. */
  is_counted: boolean;
}

export interface PortalManagerUser {
  /** User id. */
  id: string;
  /** The user’s name. */
  name: string;
  /** The user’s e-mail. */
  email: string;
  /** Number of the manager’s channels that the user has. */
  channels: number;
}

export interface PortalMessage {
  /** Number of the line since this server started. */
  n: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  at: Timestamp;
  /** `command`: the result of a write. */
  kind: "connect" | "disconnect" | "subscribe" | "message" | "command";
  /** From the platform’s point of view. */
  direction: "in" | "out";
  /** How it came or went; `virtual` is the simulator of this server. */
  via: "mqtt" | "http" | "virtual";
  /** The client that sent or received the message. */
  party: PortalMessageParty;
  /** The topic, or the filter of a subscription. */
  topic?: string;
  /** The channel in the topic. */
  channel?: {
    /** Channel id. */
    id: string;
    /** Null if the channel does not exist. */
    name: string | null;
    /** Id of the channel’s template. */
    template_id?: string;
  };
  /**
   * `r` requests a value, `w` writes it, `ir` answers a read, `iw` reports a value, `e` says why a write
   * failed.
   */
  io?: "r" | "w" | "ir" | "iw" | "e";
  /** The first 2,000 characters, without anything that looks like a secret. */
  payload?: string;
  /** Size of the whole payload, if only a part is shown. */
  bytes?: number;
  /**
   * `unheard`: no permitted receiver is connected. For a write: `done`, `answered` (with another value),
   * `superseded` (by a newer one), `unanswered` or `refused`.
   */
  result: "opened" | "closed" | "accepted" | "stored" | "delivered" | "unheard" | "done" | "answered" | "superseded" | "unanswered" | "refused";
  /** Whether it was refused, or ended with an error. */
  is_failure: boolean;
  /** Why it was refused or ended. */
  reason?: {
    /** The name of an error, or another short code. */
    code: string;
    /** The reason in a sentence. */
    text: string;
    /** What to do about it. */
    advice?: string;
  };
  /** Time until it was stored; for a command, until it was settled. */
  took_ms?: number;
}

/** The client that sent or received the message. */
export interface PortalMessageParty {
  /** What kind of client it is; `virtual` is a simulated device. */
  kind: "user" | "application" | "manager" | "device" | "virtual" | "unknown";
  /** For `unknown`: the id that the client claimed, or empty. */
  id: string;
  /** For a user, the e-mail. */
  name: string | null;
  /** For a user: the application through which the user signed in. */
  application_id?: string;
}

export interface PortalNewBridge {
  /** A bridge, its settings without secrets, and how it is. */
  bridge: PortalBridge;
  /** What was found when the connection was tried; null if it was not tried. */
  found: BridgeCheck | null;
  /**
   * The environment in which the operator runs the program of the bridge, with its secrets. Shown only once,
   * and only where the server runs no bridges.
   */
  environment?: Array<{
    /** Name of the variable. */
    name: string;
    /** Its value. */
    value: string;
  }>;
}

export interface PortalNewSecret {
  /** The application, with its settings. */
  application: PortalApplicationDetail;
  /** Shown only once. */
  client_secret: string;
}

export interface PortalOpenSession {
  /** Id of the session. */
  id: string;
  /** Whether this session sent the request. */
  is_current: boolean;
  /** IP address of the sign-in. */
  address: string;
  /** The browser’s `User-Agent` at the sign-in. */
  user_agent: string;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  last_used: Timestamp;
}

export interface PortalOverview {
  /** Number of applications. */
  applications: number;
  /** Number of users of all applications. */
  users: number;
  /** Devices in users’ homes. */
  channels: number;
  /** Whether `channels` is a lower bound: counting stops at 100,000. */
  more_channels: boolean;
  /** Open MQTT sessions on this server. */
  connected: number;
  /** Which of the first steps are done. */
  first_steps: {
    /** Whether an application other than Home’s is registered. */
    application: boolean;
    /** Whether such an application has a user. */
    user: boolean;
    /** Whether such a user has a device. */
    device: boolean;
  };
}

export interface PortalSecurity {
  /** When the authenticator was set up; null if there is none. */
  second_factor_since: Timestamp | null;
  /** Number of unused recovery codes. */
  recovery_codes_left: number;
  /** The active sessions, last used first. */
  sessions: PortalOpenSession[];
}

export interface PortalSeries {
  /** When this server started. All times here are milliseconds since 1970. */
  started: number;
  /** Time of the response. */
  now: number;
  /** Length of a step, in seconds. */
  step_seconds: number;
  /** End of each step. */
  times: number[];
  /** HTTP requests per second. */
  requests: number[];
  /** Requests per second that returned 4xx. */
  refusals: number[];
  /** Requests per second that returned 5xx. */
  errors: number[];
  /** Mean duration of a request, in milliseconds. */
  request_ms: number[];
  /** Open MQTT connections. */
  connections: number[];
  /** MQTT messages received per second. */
  received: number[];
  /** MQTT messages sent per second. */
  sent: number[];
  /** Values reported by devices per second. */
  values: number[];
  /** Failed sign-ins per minute. */
  sign_in_failures: number[];
  /** Maximum delay of the event loop, in milliseconds. */
  loop_lag_ms: number[];
  /** Memory of the process, in bytes. */
  memory: number[];
}

export interface PortalSession {
  /** `second-factor` until the code is given; no other operation is allowed until then. */
  state: "open" | "second-factor";
  /** The signed-in account. */
  account: PortalSessionAccount;
  /** Send it as `X-CSRF-Token` with every request that changes something. */
  csrf_token: string;
}

/** The signed-in account. */
export interface PortalSessionAccount {
  /** Id of the account. */
  id: string;
  /** The e-mail with which it signs in. */
  email: string;
  /** Display name. */
  name: string;
  /**
   * What the account may do: an owner everything, a developer everything but manage accounts, a viewer only
   * read.
   */
  role: "owner" | "developer" | "viewer";
  /** Whether signing in requires a code from an authenticator. */
  second_factor: boolean;
}

export interface PortalSetBridge {
  /** A bridge, its settings without secrets, and how it is. */
  bridge: PortalBridge;
  /** What was found when the connection was tried; null if it was not tried. */
  found: BridgeCheck | null;
}

export interface PortalSignInFailure {
  /** Null if no user has that e-mail. */
  user: {
    /** User id. */
    id: string;
    /** The user’s e-mail. */
    email: string;
  } | null;
  /** The application to which someone tried to sign in; null if it is unknown. */
  application: {
    /** The application’s `client_id`. */
    id: string;
    /** The application’s name. */
    name: string;
  } | null;
  /** The first address of each minute. */
  address: string | null;
  /** Number of failed sign-ins. */
  count: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  last: Timestamp;
}

export interface PortalSigningKey {
  /** Begins with `whsec_`. */
  signing_key: string;
}

/** One version of a template. */
export interface PortalTemplate {
  /** A channel template: what a kind of device can do. */
  template: ChannelTemplate;
  /** Number of the version, from 1. */
  version: number;
  /** When it was stored; null for a template of the catalogue of which nothing was made or changed yet. */
  created: Timestamp | null;
  /** Where it comes from: the catalogue of a release, the command line, or the portal. */
  origin: "catalogue" | "import" | "portal";
  /** The author of a version from the portal; null otherwise, or if the account no longer exists. */
  author: {
    /** Id of the portal account. */
    id: string;
    /** The account’s name. */
    name: string;
  } | null;
  /** Number of the newest version of this template. */
  newest_version: number;
  /** Whether this release includes it. Versions from the portal take precedence. */
  in_catalogue: boolean;
}

export interface PortalTemplateCheck {
  /** Why it cannot be stored, by path: `properties.2.schema`. */
  errors: Array<{
    /** Path of the field in the request. */
    field: string;
    /** The error. */
    reason: string;
  }>;
  /** What can be stored but is probably a mistake. */
  warnings: Array<{
    /** Path of the field in the request. */
    field: string;
    /** The error. */
    reason: string;
  }>;
}

export interface PortalTemplateMovePlan {
  /** The version that the channels have. */
  from_version: number;
  /** The newest version. */
  to_version: number;
  /** Number of channels with `from_version`. */
  channels: number;
  /** As `component/property`. */
  lost_properties: string[];
  /** As `component/property`. */
  new_properties: string[];
  /** Properties that accept other values now. */
  changed_schemas: string[];
  /** Labels, or the components of tiles without one. */
  lost_tiles: string[];
  /** Labels, or the components of tiles without one. */
  new_tiles: string[];
}

export interface PortalTemplateVersion {
  /** Number of the version, from 1. */
  version: number;
  /** When it was stored; null for a template of the catalogue of which nothing was made or changed yet. */
  created: Timestamp | null;
  /** Where it comes from: the catalogue of a release, the command line, or the portal. */
  origin: "catalogue" | "import" | "portal";
  /** The author of a version from the portal; null otherwise, or if the account no longer exists. */
  author: {
    /** Id of the portal account. */
    id: string;
    /** The account’s name. */
    name: string;
  } | null;
  /** Number of channels with this version. */
  channels: number;
}

export interface PortalTemplateVocabulary {
  /** The named schemas of values. */
  schemas: Array<{
    /** The name in `schema` of a property. */
    name: string;
    /** Its name for people. */
    title: string;
    /** What values of it mean. */
    description: string;
    /** JSON Schema of the values. */
    schema: Record<string, unknown>;
  }>;
  /** Units in which devices can report. */
  units: Array<{
    /** The value in the template. */
    value: string;
    /** Its name for people. */
    label: string;
  }>;
  /** Pictures that the platform serves. */
  pictures: Array<{
    /** The name in `picture` and `tilePicture`. */
    name: string;
    /** URL of the picture. */
    url: string;
    /** The same picture, sized for lists. */
    thumbnail_url: string;
  }>;
  /** Origins from which a page may show pictures. */
  image_origins: string[];
  /** Kinds of devices of the listed templates. */
  kinds: string[];
  /** Category ids. */
  categories: string[];
  /** Ids of device pages. */
  interfaces: string[];
  /** Whether a property can be read, subscribed to and written. */
  io: Array<{
    /** The value in the template. */
    value: string;
    /** Its name for people. */
    label: string;
  }>;
  /** Kinds of controls of a property. */
  control_interfaces: Array<{
    /** The value in the template. */
    value: string;
    /** Its name for people. */
    label: string;
  }>;
  /** Conditions of triggers and states. */
  conditions: Array<{
    /** The value in the template. */
    value: string;
    /** Its name for people. */
    label: string;
  }>;
  /** Kinds of values on a tile. */
  information_types: Array<{
    /** The value in the template. */
    value: string;
    /** Its name for people. */
    label: string;
  }>;
  /** Kinds of buttons on a tile. */
  action_types: Array<{
    /** The value in the template. */
    value: string;
    /** Its name for people. */
    label: string;
  }>;
  /** Icons of the buttons on a tile. */
  action_icons: Array<{
    /** The value in the template. */
    value: string;
    /** Its name for people. */
    label: string;
  }>;
  /** Keywords allowed in `schemaExtension`. */
  schema_keywords: string[];
}

/** The access token, without its secret. */
export interface PortalToken {
  /** Id of the access token. */
  id: string;
  /** What it is for. */
  name: string;
  /** How the token begins, to recognize it. */
  hint: string;
  /**
   * What the token may do, within the role of its account. `users:write` is enough to take over the account
   * of any person: it creates links for a new password.
   */
  scopes: Array<"applications:read" | "applications:write" | "users:read" | "users:write" | "templates:read" | "templates:write" | "devices:read" | "devices:write" | "monitoring:read">;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  expires: Timestamp;
  /** Accurate to about 15 minutes; null if it was never used. */
  last_used: Timestamp | null;
}

export interface PortalUser {
  /** User id. */
  id: string;
  /** The e-mail with which the user signs in. */
  email: string;
  /** Display name. */
  name: string;
  /** Null for the default picture. */
  photo_url: string | null;
  /** An inactive user is signed out and cannot sign in. */
  state: "active" | "inactive";
  /** That of the user. */
  namespace: string;
  /** The application of which this is a user. */
  application: {
    /** The application’s `client_id`. */
    id: string;
    /** The application’s name. */
    name: string;
    /** Unique name of the application. */
    namespace: string;
  };
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
  /** When a session was last used, accurate to about 15 minutes; null if there was none. */
  last_seen: Timestamp | null;
}

export interface PortalUserAgent {
  /** Automation id. */
  id: string;
  /** The name that its user gave it. */
  name: string;
  /**
   * `fine`: it runs. `off`: a person switched it off. `invalid`: something that it names is gone, see
   * `problems`. `stopped`: it ran too often and was switched off, see `stopped`. `failing`: its last run did
   * not do all of its steps.
   */
  health: AgentHealth;
  /** What is wrong with it, in the requested language; at most 20. */
  problems: string[];
  /** When and why the platform switched it off; null if it did not. */
  stopped: AgentStop | null;
  /** When its last run began; null if it never ran. */
  last_run: Timestamp | null;
  /** When its next schedule is due; null without one. */
  next: Timestamp | null;
}

export interface PortalUserDetails {
  /** User id. */
  id: string;
  /** The e-mail with which the user signs in. */
  email: string;
  /** Display name. */
  name: string;
  /** Null for the default picture. */
  photo_url: string | null;
  /** An inactive user is signed out and cannot sign in. */
  state: "active" | "inactive";
  /** That of the user. */
  namespace: string;
  /** The application of which this is a user. */
  application: {
    /** The application’s `client_id`. */
    id: string;
    /** The application’s name. */
    name: string;
    /** Unique name of the application. */
    namespace: string;
  };
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  updated: Timestamp;
  /** When a session was last used, accurate to about 15 minutes; null if there was none. */
  last_seen: Timestamp | null;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  state_since: Timestamp;
  /** Returned exactly as they were sent. New users have `{}`. */
  preferences: Preferences;
  /** How many of each the user has. */
  counts: {
    /** Channels that the user may use. */
    channels: number;
    /** Tiles. */
    tiles: number;
    /** Areas of the home. */
    groups: number;
    /** Places. */
    places: number;
    /** Connected services. */
    services: number;
  };
}

export interface PortalUserHome {
  /** The user’s tiles. */
  tiles: Tile[];
  /** The areas of the home. */
  groups: TileGroup[];
  /** The channels that the user may use. */
  channels: Channel[];
  /** The last value of each property. */
  values: Array<{
    /** Channel id. */
    channel: string;
    /** Id of the component. */
    component: string;
    /** Id of the property. */
    property: string;
    /** The last value, in the shape of the property’s schema. */
    data: unknown;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    timestamp: Timestamp;
  }>;
}

export interface PortalUserSession {
  /** Id of the session. */
  id: string;
  /** How it was opened: with the user’s password, or by the application itself. */
  type: "password" | "client_credentials";
  /** Address of the sign-in; null if unknown. */
  address: string | null;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  last_used: Timestamp;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  expires: Timestamp;
  /**
   * Another network that used the same refresh token: the phone changed networks, or the token was stolen.
   */
  shared: {
    /** IP address. */
    address: string;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    at: Timestamp;
  } | null;
}

export interface PortalVirtualDevice {
  /** Id of its channel, which is also the id of the device. */
  channel_id: string;
  /** Name of the channel. */
  name: string;
  /** The user in whose home it is; the first if there are several, null if there is none. */
  user: {
    /** User id. */
    id: string;
    /** The user’s e-mail. */
    email: string;
    /** The user’s name. */
    name: string;
  } | null;
  /** The user’s application; null if there is no user. */
  application: {
    /** The application’s `client_id`. */
    id: string;
    /** The application’s name. */
    name: string;
  } | null;
  /** The kind of device. */
  template: {
    /** Template id. */
    id: string;
    /** The version that the channel has. */
    version: number;
    /** Name of the kind of device. */
    name: string;
    /** Brand. */
    vendor: string;
    /** The maker’s model name. */
    model: string;
    /** URL of the photo of the device. */
    photo_url: string;
  };
  /** Seed of its behaviour. */
  seed: number;
  /** The faults that it simulates. */
  faults: Array<"late" | "lost" | "duplicate" | "out-of-order" | "offline" | "silent" | "refusing" | "away">;
  /** Number of its values that are held. */
  held: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** When it last reported a value; null if never. */
  last_said: Timestamp | null;
}

export interface PortalVirtualDeviceDetails {
  /** Id of its channel, which is also the id of the device. */
  channel_id: string;
  /** Name of the channel. */
  name: string;
  /** The user in whose home it is; the first if there are several, null if there is none. */
  user: {
    /** User id. */
    id: string;
    /** The user’s e-mail. */
    email: string;
    /** The user’s name. */
    name: string;
  } | null;
  /** The user’s application; null if there is no user. */
  application: {
    /** The application’s `client_id`. */
    id: string;
    /** The application’s name. */
    name: string;
  } | null;
  /** The kind of device. */
  template: {
    /** Template id. */
    id: string;
    /** The version that the channel has. */
    version: number;
    /** Name of the kind of device. */
    name: string;
    /** Brand. */
    vendor: string;
    /** The maker’s model name. */
    model: string;
    /** URL of the photo of the device. */
    photo_url: string;
  };
  /** Seed of its behaviour. */
  seed: number;
  /** The faults that it simulates. */
  faults: Array<"late" | "lost" | "duplicate" | "out-of-order" | "offline" | "silent" | "refusing" | "away">;
  /** Number of its values that are held. */
  held: number;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  created: Timestamp;
  /** When it last reported a value; null if never. */
  last_said: Timestamp | null;
  /** Its properties that can be read. */
  properties: VirtualDeviceProperty[];
  /** The last value of each property. */
  values: VirtualDeviceValue[];
  /** The channel as the user’s apps see it. Null if no user may use it. */
  channel: Channel | null;
  /** The user’s tiles. */
  tiles: Tile[];
}

export interface PortalWebhookCall {
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  time: Timestamp;
  /** The webhook, for example `devices_list`, or `token` for the maker. */
  purpose: string;
  /** Scheme, host and port that were called. */
  origin: string;
  /** How long the call took. */
  duration_ms: number;
  /** Status of the answer; null without a complete one. */
  status: number | null;
  /** Why there is no complete answer, for example `timeout`; null if there is. */
  failure: string | null;
}

export interface PortalWebhookCalls {
  /** At most 50, newest first. */
  calls: PortalWebhookCall[];
}

export interface TemplateProperty {
  /** Property id, unique in the template. */
  id: string;
  /** Name of the property, for people. */
  label: string;
  /** The property’s name in the sentence of an automation. */
  agentLabel: string;
  /** Of the form `com.<vendor>.properties.<group>.<name>`. */
  classes: string[];
  /** The controls that edit the value. */
  controlInterfaces: ControlInterface[];
  /** Access to the property: `r` read, `w` write, `s` be notified of changes. */
  io: "r" | "s" | "w" | "rs" | "rw" | "ws" | "rws";
  /** Can be the action of an automation. */
  isActionable: boolean;
  /** Has a state that an automation can check. */
  isStateful: boolean;
  /** Can start an automation. */
  isTriggerable: boolean;
  /** 1 is the first choice for a tile; 0 means never. */
  mainActionPriority: number;
  /** 1 is the first choice for a tile; 0 means never. */
  mainInformationPriority: number;
  /** Whether only changes are reported, not every measurement. */
  onChange: boolean;
  /** Maximum writes per minute; 0 means no limit (spec 8). */
  rateLimit: number;
  /** The capabilities that an app needs to use the property. */
  requiredCapabilities: string[];
  /** JSON Schema keywords that narrow `schema` for this property, e.g. `{minimum, maximum}`. */
  schemaExtension: Record<string, unknown>;
  /** Actions for automations, in the form of a trigger. */
  actions: Trigger[];
  /** State checks for automations, in the form of a trigger. */
  states: Trigger[];
  /** Conditions that automations can use. */
  triggers: Trigger[];
  /** Types of the components that have this property. */
  components: string[];
  /** Name of a schema under `/schemas/v1/`. */
  schema: string;
  /** Units of a property (spec 2.4). */
  unitsOptions: UnitsOptions;
}

export interface TemplateTile {
  /** Added to the channel’s name, e.g. `Left socket`. */
  label?: string;
  /** Component ids. */
  components: string[];
  /** Most important first; an icon-color comes first. */
  information: Information[];
  /** Most important first. */
  actions: Action[];
  /** Whether people can put the tile into a group. */
  isGroupable: boolean;
}

/** Units of a property (spec 2.4). */
export interface UnitsOptions {
  /** Key of the unit in which the device reports; empty if it has no unit. */
  vendorUnit: string;
  /** Key of the unit shown to users of imperial units. */
  targetImperial: string;
  /** Key of the unit shown to users of metric units. */
  targetMetric: string;
}

export interface VirtualDeviceProperty {
  /** Id of the component. */
  component: string;
  /** Name of the component. */
  component_label: string;
  /** Id of the property. */
  property: string;
  /** Name of the property. */
  label: string;
  /** Whether it can be read (`r`), subscribed to (`s`) and written (`w`). */
  io: string;
  /** Key of the unit in which it reports; empty if it has no unit. */
  unit: string;
  /** Whether it is an event, without a value that could be held. */
  is_event: boolean;
  /** Whether its value stays the same until it is released. */
  is_held: boolean;
  /** JSON Schema of its values, including the template’s restrictions. */
  schema: Record<string, unknown>;
}

export interface VirtualDeviceValue {
  /** Id of the component. */
  component: string;
  /** Id of the property. */
  property: string;
  /** The value, in the shape of the property’s schema. */
  data: unknown;
  /** ISO 8601 with milliseconds and the offset `+0000`. */
  timestamp: Timestamp;
}
