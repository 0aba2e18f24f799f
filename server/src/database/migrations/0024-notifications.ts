import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables, type TableShape } from './create-tables.ts';

const recipients: TableShape = {
  columns: {
    user_id: 'text',
    settings_json: 'text',
    is_active: 'integer=0',
    mail_address: 'text?',
    code_hash: 'text?',
    code_address: 'text?',
    code_expires: 'integer=0',
    code_failures: 'integer=0',
    home_revision: 'integer=0',
    devices_since: 'integer',
    hour_began: 'integer=0',
    hour_count: 'integer=0',
    created: 'integer',
    updated: 'integer',
  },
  key: ['user_id'],
  references: { user_id: 'users' },
};

const browsers: TableShape = {
  columns: {
    user_id: 'text',
    id: 'text',
    name: 'text',
    endpoint: 'text',
    endpoint_hash: 'text',
    public_key: 'text',
    auth_secret: 'text',
    created: 'integer',
    delivered: 'integer?',
    failing_since: 'integer?',
  },
  key: ['user_id', 'id'],
  unique: [['endpoint_hash']],
  references: { user_id: 'users' },
};

const episodes: TableShape = {
  columns: {
    user_id: 'text',
    channel_id: 'text',
    component_id: 'text',
    property_id: 'text',
    kind: 'text',
    began: 'integer',
    due: 'integer?',
    announced: 'integer?',
    ended: 'integer?',
  },
  key: ['user_id', 'channel_id', 'component_id', 'property_id'],
  references: { user_id: 'users', channel_id: 'channels' },
  indexes: [['due'], ['channel_id'], ['ended']],
};

const messages: TableShape = {
  columns: {
    user_id: 'text',
    id: 'text',
    way: 'text',
    browser_id: 'text?',
    kind: 'text',
    is_urgent: 'integer',
    title: 'text',
    body: 'text',
    link: 'text',
    tag: 'text',
    created: 'integer',
    expires: 'integer',
    due: 'integer',
    attempts: 'integer=0',
  },
  key: ['user_id', 'id'],
  references: { user_id: 'users' },
  indexes: [['due']],
};

/** Adds notifications: to whom and where they are sent, what was already sent, and what is being sent. */
export const notifications: Migration = {
  up: (db: Kysely<unknown>, types: ColumnTypes) =>
    createTables(db, types, {
      notification_recipients: recipients,
      notification_browsers: browsers,
      notification_episodes: episodes,
      notification_messages: messages,
    }),
};
