import type { BridgeState, BridgeType } from '@azulejo/contract';
import { defineTable, integer, text } from '../../define-table.ts';

export const bridgesTables = {
  /** The settings of a bridge, whose client is a manager, and its last status. */
  bridges: defineTable({
    owner: 'connections/bridges',
    deletion: [{ with: 'client', column: 'manager_id', rows: 'few' }],
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
      /** What it could not read, and what was not answered, as JSON; null before it has reported. */
      findings: text().nullable(),
      /** When the server last received something from it; 0 if it never did. */
      seen: integer().withDefault(),
      created: integer(),
    },
    key: ['manager_id'],
  }),

  /** Which users may add the devices of a bridge. */
  bridge_users: defineTable({
    owner: 'connections/bridges',
    deletion: [
      { with: 'user', column: 'user_id', rows: 'few' },
      { with: 'client', column: 'manager_id', rows: 'few' },
    ],
    personalData: { of: 'user', column: 'user_id' },
    columns: { manager_id: text(), user_id: text() },
    key: ['manager_id', 'user_id'],
  }),
};
