import type { Db, Transaction } from '../../database/index.ts';
import type { TemplateSummary } from '../../devices/templates/index.ts';
import { createAssign, createClaim, createRelease, type Dependencies } from './assignments.ts';

export type Makers = ReturnType<typeof createMakers>;

/**
 * Records which manager makes the devices of a template, as the operator assigned it: no other manager
 * creates channels of it, and the platform does not simulate it. A template has one maker, because apps name
 * only the template when they add a device.
 */
export function createMakers(dependencies: Dependencies) {
  const { db, templates } = dependencies;
  const { byTemplate, all } = prepare(db);

  /** Returns the id of the manager. */
  const makerOf = async (templateId: string): Promise<string | undefined> =>
    (await byTemplate.get({ templateId }))?.managerId;

  return {
    of: makerOf,
    assign: createAssign(dependencies),
    release: createRelease(dependencies, makerOf),

    /** Returns whether the template has a maker, within a transaction. */
    async has(tx: Transaction, templateId: string): Promise<boolean> {
      const row = await tx
        .selectFrom('template_makers')
        .select('template_id')
        .where('template_id', '=', templateId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns whether the manager makes devices of the template, within a transaction. */
    async isMaker(tx: Transaction, templateId: string, managerId: string): Promise<boolean> {
      const row = await tx
        .selectFrom('template_makers')
        .select('manager_id as managerId')
        .where('template_id', '=', templateId)
        .executeTakeFirst();
      return row?.managerId === managerId;
    },

    claim: createClaim(dependencies),

    /** Returns the ids of the templates that have a maker, each with the maker's id. */
    list: async (): Promise<ReadonlyMap<string, string>> =>
      new Map((await all.all({})).map(({ templateId, managerId }) => [templateId, managerId])),

    /** Returns the templates whose devices the manager makes. */
    async templatesOf(managerId: string): Promise<TemplateSummary[]> {
      const assigned = new Set(
        (await all.all({})).filter((row) => row.managerId === managerId).map((row) => row.templateId),
      );
      return assigned.size === 0 ? [] : (await templates.lists()).stored.filter(({ id }) => assigned.has(id));
    },
  };
}

function prepare(db: Db) {
  return {
    byTemplate: db.prepare<{ templateId: string }>()((kysely, p) =>
      kysely
        .selectFrom('template_makers')
        .select('manager_id as managerId')
        .where('template_id', '=', p('templateId')),
    ),
    all: db.prepare<Record<never, never>>()((kysely) =>
      kysely
        .selectFrom('template_makers')
        .select(['template_id as templateId', 'manager_id as managerId'])
        .orderBy('template_id'),
    ),
  };
}
