import type { FieldError } from '@azulejo/contract';
import { createLruCache } from '../../platform/lru-cache.ts';

export type RefusedTemplate = {
  readonly id: string;
  readonly time: number;
  readonly errors: readonly FieldError[];
};

const MAX_MANAGERS = 1_000;
const MAX_TEMPLATES = 50;
const MAX_ERRORS = 20;

export type RefusedTemplates = ReturnType<typeof createRefusedTemplates>;

/**
 * Creates the list of managers' templates that were refused, until the managers send them again. It is in memory,
 * because managers send their templates when they start.
 */
export function createRefusedTemplates() {
  const byManager = createLruCache<readonly RefusedTemplate[]>(MAX_MANAGERS);

  const listOthers = (managerId: string, id: string) =>
    (byManager.get(managerId) ?? []).filter((template) => template.id !== id);

  return {
    add(managerId: string, { id, time, errors }: RefusedTemplate): void {
      const refused = { id, time, errors: errors.slice(0, MAX_ERRORS) };
      byManager.set(managerId, [refused, ...listOthers(managerId, id)].slice(0, MAX_TEMPLATES));
    },

    /** Removes a template that has been accepted since. */
    remove(managerId: string, id: string): void {
      if (byManager.has(managerId)) byManager.set(managerId, listOthers(managerId, id));
    },

    /** Returns the refused templates, newest first. */
    list: (managerId: string): readonly RefusedTemplate[] => byManager.get(managerId) ?? [],
  };
}
