import type { BridgeState, BridgeType } from '@azulejo/contract';
import { defineTable, integer, text } from '../define-table.ts';

export const connectionsTables = {
  /** The data of a device, in addition to the credentials of its client. */
  devices: defineTable({
    owner: 'connections/devices',
    personalData: 'none',
    columns: {
      client_id: text(),
      /** The application that manages the device; null while only operators do. */
      application_id: text().nullable(),
      /** Whether a new connection replaces the previous one: 0 or 1. */
      single_connection: integer().withDefault(),
      /** The code with which a person makes the device theirs, until it is used. */
      claim_hash: text().nullable(),
      /** When the code stops working; null means never. */
      claim_expires: integer().nullable(),
      /** When a person used the last code; null if none did. */
      claimed: integer().nullable(),
      created: integer(),
    },
    key: ['client_id'],
  }),

  /** Lists channels whose device the platform simulates. */
  virtual_devices: defineTable({
    owner: 'connections/virtual-devices',
    personalData: { of: 'channel', column: 'channel_id' },
    columns: {
      channel_id: text(),
      seed: integer(),
      faults_json: text(),
      created: integer(),
      /** When its settings were last changed; 0 if never. */
      updated: integer().withDefault(),
      /** The values that are held constant. */
      held_json: text().withDefault(),
    },
    key: ['channel_id'],
  }),

  /** The right to open one consent page, for one user, one sign-in and one kind of device. */
  pairing_tickets: defineTable({
    owner: 'connections/pairing',
    personalData: {
      of: 'user',
      column: 'user_id',
      hidden: ['ticket_hash', 'family_id', 'state_hash', 'cookie_hash', 'sealed'],
    },
    columns: {
      ticket_hash: text(),
      user_id: text(),
      family_id: text(),
      template_id: text(),
      created: integer(),
      expires: integer(),
      /** The manager that the page names; null for the platform's own devices. */
      manager_id: text().nullable(),
      stage: text<'issued' | 'consented' | 'at_maker' | 'returned' | 'received'>().withDefault(),
      /** When the person consented. */
      consented: integer().nullable(),
      /** The time from which the maker can be asked for devices. */
      received: integer().nullable(),
      /** Hashes of the state and the cookie with which the browser returns from the maker. */
      state_hash: text().nullable(),
      cookie_hash: text().nullable(),
      /** The data that the maker needs back; sealed with the ticket, and at the maker with the cookie. */
      sealed: text().nullable(),
      /** The URL to which the page redirects for an app in a browser. */
      redirect_uri: text().nullable(),
    },
    key: ['ticket_hash'],
  }),

  /** When a manager used the user's consent for the channel. */
  pairing_grants: defineTable({
    owner: 'connections/pairing',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      channel_id: text(),
      granted: integer(),
    },
    key: ['user_id', 'channel_id'],
  }),

  /** The addresses that the platform calls when people add devices of a manager. */
  manager_webhooks: defineTable({
    owner: 'connections/managers',
    personalData: 'none',
    columns: {
      manager_id: text(),
      authorize_url: text().nullable(),
      receive_token_url: text().nullable(),
      devices_list_url: text().nullable(),
      select_device_url: text().nullable(),
      updated: integer(),
    },
    key: ['manager_id'],
  }),

  /** Managers and devices that should be connected over MQTT, and what was reported for them while they were gone. */
  client_connections: defineTable({
    owner: 'connections/managers',
    personalData: 'none',
    columns: {
      client_id: text(),
      /** When it disconnected; null while it is connected or may be about to reconnect. */
      gone_since: integer().nullable(),
      /** When the last of its channels was marked; null before all of them are. */
      reported_until: integer().nullable(),
    },
    key: ['client_id'],
  }),

  /** Settings of an application by its application manager. */
  application_webhooks: defineTable({
    owner: 'connections/managers',
    personalData: 'none',
    columns: {
      application_id: text(),
      quote_actions_json: text(),
      updated: integer(),
    },
    key: ['application_id'],
  }),

  template_makers: defineTable({
    owner: 'connections/makers',
    personalData: 'none',
    columns: {
      template_id: text(),
      manager_id: text(),
      created: integer(),
    },
    key: ['template_id'],
  }),

  /** Stores the id under which a maker knows an application, for each manager. */
  maker_accounts: defineTable({
    owner: 'connections/linked-accounts',
    personalData: 'none',
    columns: {
      manager_id: text(),
      application_id: text(),
      /** The application's id at the maker. */
      client_id: text(),
      /** Sealed with a key in DATA_DIR/keys; null when the maker gave none. */
      sealed_secret: text().nullable(),
      /** Where the secret may be sent. */
      origins_json: text(),
      updated: integer(),
    },
    key: ['manager_id', 'application_id'],
  }),

  /** Credentials that a manager's maker gave a user who signed in there. */
  maker_credentials: defineTable({
    owner: 'connections/linked-accounts',
    personalData: { of: 'user', column: 'user_id', hidden: ['token_digest', 'sealed'] },
    columns: {
      manager_id: text(),
      application_id: text(),
      user_id: text(),
      template_id: text(),
      /** The account of the application under which it was given. */
      account_client_id: text(),
      /** SHA-256 of the access token, by which a manager finds the record; empty without one. */
      token_digest: text(),
      /** The maker's answer, sealed with a key in DATA_DIR/keys. */
      sealed: text(),
      updated: integer(),
    },
    key: ['manager_id', 'application_id', 'user_id', 'template_id'],
  }),

  /** The settings of a bridge, whose client is a manager, and its last status. */
  bridges: defineTable({
    owner: 'connections/bridges',
    personalData: 'none',
    columns: {
      manager_id: text(),
      type: text<BridgeType>(),
      mqtt_url: text(),
      username: text().nullable(),
      base_topic: text(),
      /** The manager's secret and the password at the MQTT server, sealed with a key in DATA_DIR/keys. */
      sealed: text(),
      /** The user who connected it; null for the operator. */
      creator_id: text().nullable(),
      /** Raised when the settings change. */
      revision: integer().withDefault(),
      state: text<BridgeState>().withDefault(),
      problem: text().withDefault(),
      /** Version of the system that it connects. */
      version: text().withDefault(),
      /** How often its process was restarted after it had ended unexpectedly. */
      restarts: integer().withDefault(),
      /** When the server last received something from it; 0 if it never did. */
      seen: integer().withDefault(),
      created: integer(),
    },
    key: ['manager_id'],
  }),

  /** Which users may add the devices of a bridge. */
  bridge_users: defineTable({
    owner: 'connections/bridges',
    personalData: { of: 'user', column: 'user_id' },
    columns: { manager_id: text(), user_id: text() },
    key: ['manager_id', 'user_id'],
  }),

  /** A device that a user may add to the home. The id is the one that the channel will have. */
  found_devices: defineTable({
    owner: 'connections/pairing',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      template_id: text(),
      name: text(),
      position: integer(),
      expires: integer(),
      /** The manager that listed it; null for the platform's own devices. */
      manager_id: text().nullable(),
      /** The maker's id of the device. */
      remote_key: text().withDefault(),
      photo_url: text().nullable(),
      /** Its channel, once it was added. */
      channel_id: text().nullable(),
      /** When it was added; 0 if it was not. */
      added: integer().withDefault(),
    },
    key: ['user_id', 'id'],
  }),

  /** A service or bundle that an operator offers in addition to devices. */
  services: defineTable({
    owner: 'connections/services',
    personalData: 'none',
    columns: {
      id: text(),
      kind: text<'service' | 'bundle'>(),
      definition_json: text(),
      created: integer(),
      updated: integer(),
      /** The application that activates it; null while only the operator's page does. */
      application_id: text().nullable(),
      /** Where that application says on which page. */
      activation_uri: text().nullable(),
    },
    key: ['id'],
  }),

  service_subscriptions: defineTable({
    owner: 'connections/services',
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      service_id: text(),
      created: integer(),
    },
    key: ['user_id', 'service_id'],
  }),
};
