import type { Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

/** The properties that bridges and the catalogue made of secrets (decision 0105). */
export const SECRETS: readonly string[] = [
  'action-code',
  'admin-code',
  'device-password-preset',
  'ephemeral-pin-code',
  'last-added-user-code',
  'last-successful-pincode-clear',
  'last-successful-pincode-save',
  'last-used-pin-code',
  'pin-code',
  'unlock-door',
  'unlock-door-with-timeout',
  'user-code',
  'wifi-config',
  'wifi-password',
  'wifi-password-candidate',
];

/** Deletes stored PIN codes and passwords of devices: values, history, commands and events. */
export const secretsOfDevices: Migration = {
  async up(db: Kysely<unknown>) {
    // A developer's own template may have properties of the same names.
    const ofBridges = sql`channel_id in (
      select channels.id from channels join templates
        on templates.id = channels.template_id and templates.version = channels.template_version
      where templates.definition_json like '%"package":"zigbee-herdsman-converters"%'
        or templates.definition_json like '%"package":"mqtt-discovery"%')`;
    const secret = sql`property_id in (${sql.join(SECRETS)}) and ${ofBridges}`;
    const series = sql`(select id from series where ${secret})`;
    for (const table of ['history', 'history_hours', 'history_other_hours'])
      await sql`delete from ${sql.table(table)} where series_id in ${series}`.execute(db);
    for (const table of ['series', 'property_values', 'commands', 'user_events'])
      await sql`delete from ${sql.table(table)} where ${secret}`.execute(db);
  },
};
