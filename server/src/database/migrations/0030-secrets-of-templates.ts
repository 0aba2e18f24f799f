import type { Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';
import { SECRETS } from './0028-secrets-of-devices.ts';

/** Templates have a few dozen KB each. */
const BATCH_SIZE = 50;

type Part = { readonly property?: unknown };
type Definition = {
  readonly properties: readonly { readonly id: string }[];
  readonly tiles: readonly { readonly information: readonly Part[]; readonly actions: readonly Part[] }[];
};
type Row = { readonly id: string; readonly version: number; readonly definition: string };

/**
 * Removes PIN codes and passwords from stored templates of Zigbee2MQTT's definitions and of MQTT discovery
 * (decision 0105). Virtual devices and managers that sent them kept templates with such properties. The hash
 * stays: a bridge that stores the former template again gets the reply that it exists.
 */
export const secretsOfTemplates: Migration = {
  async up(db: Kysely<unknown>) {
    const named = sql.join(
      SECRETS.map((id) => sql`definition_json like ${`%"id":"${id}"%`}`),
      sql` or `,
    );
    for (let after = { id: '', version: 0 }; ; ) {
      const { rows } = await sql<Row>`
        select id, version, definition_json as definition from templates
        where (id > ${after.id} or (id = ${after.id} and version > ${after.version}))
          and (definition_json like '%"package":"zigbee-herdsman-converters"%'
            or definition_json like '%"package":"mqtt-discovery"%')
          and (${named})
        order by id, version limit ${BATCH_SIZE}`.execute(db);
      for (const { id, version, definition } of rows) {
        const text = JSON.stringify(withoutSecrets(JSON.parse(definition) as Definition));
        await sql`update templates set definition_json = ${text} where id = ${id} and version = ${version}`.execute(
          db,
        );
      }
      const last = rows.at(-1);
      if (!last || rows.length < BATCH_SIZE) return;
      after = last;
    }
  },
};

const isSecret = (id: unknown): boolean => SECRETS.some((secret) => secret === id);

function withoutSecrets({ properties, tiles, ...rest }: Definition): Definition {
  const without = (parts: readonly Part[]) => parts.filter(({ property }) => !isSecret(property));
  return {
    ...rest,
    properties: properties.filter(({ id }) => !isSecret(id)),
    tiles: tiles.map((tile) => ({
      ...tile,
      information: without(tile.information),
      actions: without(tile.actions),
    })),
  };
}
