import type { FieldError } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { readManagerTemplate, storeManagerTemplate } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { createConcurrentCalls } from '../../platform/concurrent-calls.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import { createSerializer } from '../../platform/serialize-by-key.ts';
import type { Makers } from '../makers/index.ts';
import type { RefusedTemplates } from './refused-templates.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  makers: Makers;
  refusedTemplates: RefusedTemplates;
};

/** The result for one template. Refused ones have errors. */
export type Stored = {
  readonly id: string;
  readonly state: 'stored' | 'unchanged' | 'refused';
  readonly version?: number;
  readonly errors: FieldError[];
};

/** Checking a template takes a millisecond or two of the processor, and storing it a few of the disk. */
const TEMPLATES_PER_MINUTE = 600;
/** Calls of a manager that run or wait, each with all of its templates. */
const MAX_AT_A_TIME = 10;

export type StoreTemplates = ReturnType<typeof createStoreTemplates>;

/**
 * Returns a function that stores the templates of a manager's devices. A new one is assigned to the manager; of the
 * others, the manager may change only its own. Each is stored or refused independently.
 */
export function createStoreTemplates({ db, clock, audit, makers, refusedTemplates }: Dependencies) {
  const limit = createRateLimit('manager_templates', TEMPLATES_PER_MINUTE);
  const bounded = createConcurrentCalls('manager_templates', MAX_AT_A_TIME);
  // When two managers send the same new template at once, the second finds it stored.
  const serialize = createSerializer();

  async function store(managerId: string, given: unknown, by: By): Promise<Stored> {
    const id = idOf(given);
    try {
      const template = await readManagerTemplate(given);
      const { definition } = template;
      const stored = await db.write(async (tx) => {
        const isOwn = await makers.isMaker(tx, definition.id, managerId);
        const result = await storeManagerTemplate(tx, clock, template, isOwn);
        if (result.isFirst) await makers.claim(tx, definition.id, managerId);
        const detail = `version ${result.version}`;
        if (result.isNew)
          await audit.record(tx, { ...by, action: 'template.bring', targetId: definition.id, detail });
        return result;
      });
      refusedTemplates.remove(managerId, definition.id);
      const state = stored.isNew ? 'stored' : 'unchanged';
      return { id: definition.id, state, version: stored.version, errors: [] };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { fields, message: reason } = error;
      const errors = fields.length > 0 ? [...fields] : [{ field: 'template', reason }];
      refusedTemplates.add(managerId, { id, time: clock.now(), errors });
      return { id, state: 'refused', errors };
    }
  }

  return (managerId: string, templates: readonly unknown[], by: By): Promise<Stored[]> =>
    bounded(managerId, async () => {
      limit.take(managerId);
      for (const _other of templates.slice(1)) limit.count(managerId);
      const stored: Stored[] = [];
      for (const template of templates)
        stored.push(await serialize('templates', () => store(managerId, template, by)));
      return stored;
    });
}

/** Returns the id that was given, or an empty text. */
function idOf(given: unknown): string {
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : undefined;
  return typeof id === 'string' ? id.slice(0, 200) : '';
}
