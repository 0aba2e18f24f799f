import type { Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

/** The indexes of a table that begin with a column that may be null, by their names. */
const NULLABLE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  agent_homes: { agent_homes_due_index: ['due'] },
  audit: { audit_actor_id_at_index: ['actor_id', 'at'], audit_target_id_at_index: ['target_id', 'at'] },
  channels: {
    channels_context_of_index: ['context_of'],
    channels_creator_id_remote_key_index: ['creator_id', 'remote_key'],
    channels_creator_id_removed_id_index: ['creator_id', 'removed', 'id'],
    channels_creator_id_template_id_id_index: ['creator_id', 'template_id', 'id'],
  },
  devices: { devices_application_id_created_client_id_index: ['application_id', 'created', 'client_id'] },
  notification_episodes: {
    notification_episodes_due_index: ['due'],
    notification_episodes_ended_index: ['ended'],
  },
  pairing_tickets: {
    pairing_tickets_cookie_hash_index: ['cookie_hash'],
    pairing_tickets_manager_id_template_id_consented_index: ['manager_id', 'template_id', 'consented'],
    pairing_tickets_state_hash_index: ['state_hash'],
  },
  presences: { presences_due_index: ['due'] },
  services: { services_application_id_index: ['application_id'] },
  templates: { templates_interface_uuid_index: ['interface_uuid'] },
  token_families: {
    token_families_revoked_at_index: ['revoked_at'],
    token_families_user_id_index: ['user_id'],
  },
};

/**
 * Leaves the rows without a value out of indexes. SQLite keeps no statistics of these tables: it expects that an index
 * finds a few rows for `context_of is null` too, and read all devices of the platform to find those of one home. The
 * index of the states of clients, nearly all of which are enabled, keeps the removed ones.
 */
export const partialIndexes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const [table, indexes] of Object.entries(NULLABLE)) {
      for (const [name, columns] of Object.entries(indexes)) {
        await schema.dropIndex(name).execute();
        const index = schema
          .createIndex(name)
          .on(table)
          .columns([...columns]);
        await (name === 'channels_context_of_index' ? index.unique() : index)
          .where(sql.ref(columns[0] ?? ''), 'is not', null)
          .execute();
      }
    }
    await schema.dropIndex('clients_state_index').execute();
    await schema
      .createIndex('clients_removed_index')
      .on('clients')
      .column('id')
      .where(sql.ref('state'), '=', sql.lit('removed'))
      .execute();
  },
};
