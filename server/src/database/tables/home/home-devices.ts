import { defineTable, integer, text } from '../../define-table.ts';

export const homeDevicesTables = {
  /** Devices that were removed from a user's home, with the names that they had. */
  removed_devices: defineTable({
    owner: 'home/home-devices',
    deletion: [{ with: 'user', column: 'user_id', rows: 'unbounded' }],
    personalData: { of: 'user', column: 'user_id', time: 'at' },
    columns: {
      user_id: text(),
      at: integer(),
      id: text(),
      channel_id: text(),
      name: text(),
      /** The person who removed it; null when a client, its maker or an operator did. */
      removed_by: text().nullable(),
    },
    key: ['user_id', 'at', 'id'],
  }),
};
