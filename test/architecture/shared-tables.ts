/** The SQL of a file that names tables of other owners and is no read model, and why. */
export type SharedTables = { readonly tables: readonly string[] | 'any'; readonly why: string };

/** The exceptions. An entry that is no longer needed fails the test. */
export const sharedTables: Readonly<Record<string, SharedTables>> = {
  'server/src/database/known-addresses.ts': {
    tables: ['known_addresses'],
    why: 'Passwords and second factors, which are features of their own, use the same statements.',
  },
  'server/src/identity/users/user-changes.ts': {
    tables: ['sign_ins', 'password_resets', 'pending_mails'],
    why: 'A new password ends all sign-ins, a new address the reset link in the old mailbox, and removal the waiting mails, each in one transaction with the user.',
  },
  'server/src/devices/channels/channels.ts': {
    tables: ['virtual_devices', 'series', 'property_values'],
    why: 'Removal detaches a channel from what it stored, in one transaction with the channel.',
  },
  'server/src/telemetry/events/append.ts': {
    tables: ['users'],
    why: 'The statement that counts events locks the rows of their users against removal.',
  },
  'server/src/home/home-devices/remove-channels.ts': {
    tables: ['grants'],
    why: 'It ends the grants of removed channels together with their tiles.',
  },
  'server/src/home/phone-channel/prune.ts': {
    tables: ['channels', 'property_values'],
    why: 'It deletes locations of phones, whose retention only this feature knows.',
  },
  'server/src/admin/deletion/removal.ts': {
    tables: ['client_links'],
    why: 'Removal ends the links of an application, in one transaction with its row.',
  },
  'server/src/admin/deletion/sweep.ts': {
    tables: ['users', 'clients'],
    why: 'The sweep finds the rows that are marked as removed.',
  },
  'server/src/admin/deletion/finish.ts': {
    tables: ['users', 'clients', 'grants'],
    why: 'The last step of a removal finds the grants that a removed user still has, and deletes the row itself.',
  },
  'server/src/admin/deletion/rows.ts': {
    tables: 'any',
    why: 'Removal deletes in batches what one user, client or channel left in any table.',
  },
};
