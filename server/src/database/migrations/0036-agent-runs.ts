import type { ColumnTypes, Migration } from '@azulejo/storage';
import type { Kysely } from 'kysely';
import { createTables, type TableShape } from './create-tables.ts';

const runs: Record<string, TableShape> = {
  agent_homes: {
    columns: {
      user_id: 'text',
      cursor: 'integer',
      state_json: 'text',
      due: 'integer?',
      updated: 'integer',
    },
    key: ['user_id'],
    references: { user_id: 'users' },
    indexes: [['due']],
  },
  agent_runs: {
    columns: {
      user_id: 'text',
      agent_id: 'text',
      id: 'text',
      version: 'integer',
      began: 'integer',
      place: 'integer',
      ended: 'integer?',
      outcome: 'text',
      start_json: 'text',
      conditions_json: 'text',
      chain_json: 'text',
    },
    key: ['user_id', 'agent_id', 'id'],
    references: { user_id: 'users' },
    indexes: [['user_id', 'agent_id', 'began', 'place'], ['began']],
  },
  agent_steps: {
    columns: {
      user_id: 'text',
      agent_id: 'text',
      run_id: 'text',
      step: 'text',
      target: 'text',
      at: 'integer',
      place: 'integer',
      kind: 'text',
      detail_json: 'text',
      outcome: 'text',
      reason: 'text?',
      ended: 'integer?',
    },
    key: ['user_id', 'agent_id', 'run_id', 'step', 'target'],
    references: { user_id: 'users' },
    indexes: [['at']],
  },
};

const missesAndMessages: Record<string, TableShape> = {
  agent_misses: {
    columns: {
      user_id: 'text',
      agent_id: 'text',
      reason: 'text',
      at: 'integer',
      place: 'integer',
      miss_json: 'text',
    },
    key: ['user_id', 'agent_id', 'reason', 'at', 'place'],
    references: { user_id: 'users' },
    indexes: [['at']],
    isKeyed: true,
  },
  agent_miss_hours: {
    columns: {
      user_id: 'text',
      agent_id: 'text',
      reason: 'text',
      hour: 'integer',
      count: 'integer',
    },
    key: ['user_id', 'agent_id', 'reason', 'hour'],
    references: { user_id: 'users' },
    indexes: [['hour']],
    isKeyed: true,
  },
  agent_messages: {
    columns: {
      user_id: 'text',
      id: 'text',
      agent_id: 'text',
      run_id: 'text',
      step: 'text',
      kind: 'text',
      body_json: 'text',
      attempts: 'integer',
      due: 'integer',
      created: 'integer',
    },
    key: ['user_id', 'id'],
    references: { user_id: 'users' },
    indexes: [['due']],
  },
  agent_hooks: {
    columns: { user_id: 'text', agent_id: 'text', hash: 'text', created: 'integer' },
    key: ['user_id', 'agent_id'],
    unique: [['hash']],
    references: { user_id: 'users' },
  },
};

/** Adds the runs of agents (automations), what kept them from running, and what they remember. */
export const agentRuns: Migration = {
  up: (db: Kysely<unknown>, types: ColumnTypes) => createTables(db, types, { ...runs, ...missesAndMessages }),
};
