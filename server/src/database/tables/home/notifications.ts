import type { NotificationKind } from '@azulejo/contract';
import { defineTable, integer, text } from '../../define-table.ts';

export const notificationsTables = {
  /** The notification settings of a person. Without a row, the person never opened their page. */
  notification_recipients: defineTable({
    owner: 'home/notifications',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
    personalData: { of: 'user', column: 'user_id', hidden: ['code_hash'] },
    columns: {
      user_id: text(),
      settings_json: text(),
      /** Whether something can be sent: there is a browser, or the address is confirmed. */
      is_active: integer().withDefault(),
      /** The confirmed address. It counts only while the account has the same address. */
      mail_address: text().nullable(),
      code_hash: text().nullable(),
      /** The address to which the code was sent. */
      code_address: text().nullable(),
      code_expires: integer().withDefault(),
      code_failures: integer().withDefault(),
      /** Devices that were granted later are new. */
      devices_since: integer(),
      /** The hour in which notifications are counted, and how many there were. */
      hour_began: integer().withDefault(),
      hour_count: integer().withDefault(),
      created: integer(),
      updated: integer(),
    },
    key: ['user_id'],
  }),

  /** A browser that gets notifications: a subscription of the Push API. */
  notification_browsers: defineTable({
    owner: 'home/notifications',
    deletion: [{ with: 'user', column: 'user_id', rows: 'few' }],
    personalData: {
      of: 'user',
      column: 'user_id',
      hidden: ['endpoint', 'endpoint_hash', 'public_key', 'auth_secret'],
    },
    columns: {
      user_id: text(),
      id: text(),
      name: text(),
      endpoint: text(),
      /** SHA-256 of the endpoint, which belongs to one person at a time. */
      endpoint_hash: text(),
      public_key: text(),
      auth_secret: text(),
      created: integer(),
      /** When its push service last accepted a notification. */
      delivered: integer().nullable(),
      failing_since: integer().nullable(),
    },
    key: ['user_id', 'id'],
  }),

  /** A condition of a property as long as it lasts, and until it may be announced again. */
  notification_incidents: defineTable({
    owner: 'home/notifications',
    deletion: [
      { with: 'user', column: 'user_id', rows: 'many' },
      { with: 'channel', column: 'channel_id', rows: 'many' },
    ],
    personalData: { of: 'user', column: 'user_id', hidden: ['part'] },
    columns: {
      user_id: text(),
      channel_id: text(),
      component_id: text(),
      property_id: text(),
      kind: text(),
      began: integer(),
      /** When it is to be announced; null once it was. */
      due: integer().nullable(),
      announced: integer().nullable(),
      ended: integer().nullable(),
      /** The part of the user, whose server looks for what is due. */
      part: integer(),
    },
    key: ['user_id', 'channel_id', 'component_id', 'property_id'],
  }),

  /** The outbox: one row for each browser or address, deleted when it was sent. */
  notification_messages: defineTable({
    owner: 'home/notifications',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id', hidden: ['part'] },
    columns: {
      user_id: text(),
      id: text(),
      way: text<'push' | 'mail' | 'apple' | 'gcm'>(),
      browser_id: text().nullable(),
      kind: text<NotificationKind | 'test'>(),
      is_urgent: integer(),
      title: text(),
      body: text(),
      /** Path of the page that it opens. */
      link: text(),
      /** Identifies the incident; shared by its messages. */
      tag: text(),
      created: integer(),
      expires: integer(),
      due: integer(),
      attempts: integer().withDefault(),
      /** The part of the user, whose server sends it. */
      part: integer(),
    },
    key: ['user_id', 'id'],
  }),
};
