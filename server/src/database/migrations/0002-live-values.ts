import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables, type TableShape } from './create-tables.ts';

const tables: Record<string, TableShape> = {
  series: {
    columns: { id: 'identity', channel_id: 'text', component_id: 'text', property_id: 'text' },
    unique: [['channel_id', 'component_id', 'property_id']],
    references: { channel_id: 'channels' },
  },
  history: {
    columns: {
      series_id: 'integer',
      time: 'integer',
      n: 'integer',
      number: 'real?',
      data_json: 'text?',
      sender: 'text?',
      on_behalf_of: 'text?',
      cause: 'text?',
    },
    key: ['series_id', 'time', 'n'],
    references: { series_id: 'series' },
    isKeyed: true,
  },
  history_hours: {
    columns: {
      series_id: 'integer',
      hour: 'integer',
      count: 'integer',
      minimum: 'real',
      maximum: 'real',
      sum: 'real',
    },
    key: ['series_id', 'hour'],
    references: { series_id: 'series' },
    isKeyed: true,
  },
  commands: {
    columns: {
      id: 'text',
      channel_id: 'text',
      component_id: 'text',
      property_id: 'text',
      data_json: 'text',
      state: 'text',
      sender: 'text?',
      on_behalf_of: 'text?',
      created: 'integer',
      deadline: 'integer',
      settled: 'integer?',
      answer_json: 'text?',
      reason: 'text?',
    },
    key: ['id'],
    references: { channel_id: 'channels' },
    indexes: [['channel_id', 'state', 'component_id', 'property_id'], ['settled', 'deadline'], ['created']],
  },
  event_counters: {
    columns: { user_id: 'text', last: 'integer' },
    key: ['user_id'],
    references: { user_id: 'users' },
  },
  user_events: {
    columns: {
      user_id: 'text',
      n: 'integer',
      at: 'integer',
      type: 'text',
      channel_id: 'text',
      component_id: 'text',
      property_id: 'text',
      io: 'text?',
      data_json: 'text?',
      state: 'text?',
      sender: 'text?',
      on_behalf_of: 'text?',
      cause: 'text?',
    },
    key: ['user_id', 'n'],
    references: { user_id: 'users' },
    indexes: [['at']],
    isKeyed: true,
  },
  virtual_devices: {
    columns: { channel_id: 'text', seed: 'integer', faults_json: 'text', created: 'integer' },
    key: ['channel_id'],
    references: { channel_id: 'channels' },
  },
};

export const liveValues: Migration = {
  async up(db: Kysely<unknown>, types: ColumnTypes) {
    await createTables(db, types, tables);
  },
};
