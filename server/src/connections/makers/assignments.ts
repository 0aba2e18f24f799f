import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { TemplateSummary, Templates } from '../../devices/templates/index.ts';
import type { Applications, Client } from '../../identity/applications/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';

export type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  templates: Templates;
};

export type Assignment = { readonly template: TemplateSummary; readonly manager: Client };

/**
 * Assigns the template to a manager and replaces its maker. With `replaces: false` it throws `in_use`
 * when there is another maker. Throws `not_found`, and `invalid_request` for a client that is not a
 * manager.
 */
export function createAssign({ db, clock, audit, applications, templates }: Dependencies) {
  return async (
    templateId: string,
    managerIdOrNamespace: string,
    { by = {}, replaces = true }: { by?: By; replaces?: boolean } = {},
  ): Promise<Assignment> => {
    const template = await templates.adopt(templateId);
    const manager = await applications.get(managerIdOrNamespace);
    if (manager.kind !== 'manager') throw invalidField('manager', `"${manager.name}" is not a manager`);
    await db.write(async (tx) => {
      const assigned = await tx
        .insertInto('template_makers')
        .values({ template_id: template.id, manager_id: manager.id, created: clock.now() })
        .onConflict((conflict) => {
          const update = conflict.column('template_id').doUpdateSet({ manager_id: manager.id });
          return replaces ? update : update.where('template_makers.manager_id', '=', manager.id);
        })
        .returning('template_id')
        .executeTakeFirst();
      if (!assigned)
        throw new ApiError('in_use', {
          detail: `The template "${template.name}" is assigned to another manager.`,
        });
      await audit.record(tx, {
        ...by,
        action: 'template.assign',
        targetId: template.id,
        detail: manager.name,
      });
    });
    return { template, manager };
  };
}

/** Maximum number of templates of a manager: far more than the largest catalogue of one maker. */
const MAX_TEMPLATES = 500;

/** Returns a function that assigns a new template to the manager that sent it. Throws `quota_exceeded`. */
export function createClaim({ clock }: Pick<Dependencies, 'clock'>) {
  return async (tx: Transaction, templateId: string, managerId: string): Promise<void> => {
    const { count } = await tx
      .selectFrom('template_makers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('manager_id', '=', managerId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_TEMPLATES)
      throw new ApiError('quota_exceeded', { detail: `A manager has at most ${MAX_TEMPLATES} templates.` });
    await tx
      .insertInto('template_makers')
      .values({ template_id: templateId, manager_id: managerId, created: clock.now() })
      .execute();
  };
}

/**
 * Ends the assignment: no new devices of the template can be added, and existing ones stay. Throws
 * `not_found` when it had no maker, or another one than `managerId`.
 */
export function createRelease(
  { db, audit, applications }: Dependencies,
  makerOf: (templateId: string) => Promise<string | undefined>,
) {
  return async (
    templateId: string,
    { by = {}, managerId }: { by?: By; managerId?: string } = {},
  ): Promise<void> => {
    const maker = await makerOf(templateId);
    const none = new ApiError('not_found', {
      detail: `The template "${templateId}" does not have this maker.`,
    });
    if (maker === undefined || maker !== (managerId ?? maker)) throw none;
    const manager = await applications.findById(maker);
    await db.write(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('template_makers')
        .where('template_id', '=', templateId)
        .where('manager_id', '=', maker)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw none;
      await audit.record(tx, {
        ...by,
        action: 'template.release',
        targetId: templateId,
        detail: manager?.name,
      });
    });
  };
}
