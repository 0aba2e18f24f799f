import { defineTable, integer, text } from '../../define-table.ts';

export const virtualDevicesTables = {
  /** Lists channels whose device the platform simulates. */
  virtual_devices: defineTable({
    owner: 'connections/virtual-devices',
    deletion: [{ with: 'channel', column: 'channel_id', rows: 'few' }],
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
};
