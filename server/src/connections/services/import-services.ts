import type { ServiceFile } from '@azulejo/contract';
import type { Insertable } from 'kysely';
import type { Audit } from '../../core/audit/index.ts';
import type { Database, Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalidField } from '../../platform/problem.ts';
import { checkService } from './check-service.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit; templates: Templates };

/**
 * Stores services and replaces those with the same ids. Throws `invalid_request` naming the wrong member,
 * and then stores nothing.
 */
export function createImport({ db, clock, audit, templates }: Dependencies) {
  /** Known apps lose a whole screen to a bundle with a device that cannot be added (android-app 2.8). */
  async function requireTemplates({ profiles }: ServiceFile): Promise<void> {
    const known = new Set((await templates.list()).map(({ id }) => id));
    const unknown = profiles.find(({ id }) => !known.has(id));
    if (unknown) throw invalidField('profiles', `contain an unknown channel template: ${unknown.id}`);
  }

  return async (definitions: readonly unknown[]): Promise<void> => {
    const now = clock.now();
    const rows: Insertable<Database['services']>[] = [];
    for (const definition of definitions) {
      checkService(definition);
      await requireTemplates(definition);
      const { kind, ...service } = definition;
      const text = JSON.stringify(service);
      rows.push({ id: service.id, kind, definition_json: text, created: now, updated: now });
    }
    await db.write(async (tx) => {
      for (const row of rows) {
        const { kind, definition_json, updated } = row;
        await tx
          .insertInto('services')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ kind, definition_json, updated }))
          .execute();
        await audit.record(tx, { action: 'service.import', targetId: row.id });
      }
    });
  };
}
