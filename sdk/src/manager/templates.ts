import type { Resources, TemplatesResource } from '../api/resources.generated.ts';
import type { StoredTemplates } from '../api/types.generated.ts';
import type { CallOptions } from '../call.ts';

export type ManagerTemplates = Pick<TemplatesResource, 'get'> & {
  /**
   * Stores the templates of the maker’s devices and assigns them to this manager: new ones, and new versions of
   * its own. May be repeated at each start. Each is `stored`, `unchanged` or `refused`, with the reasons; the
   * elements are in the order of the templates.
   */
  store(
    templates: readonly Readonly<Record<string, unknown>>[],
    options?: CallOptions,
  ): Promise<StoredTemplates>;
};

/** Maximum number of templates in a request, and of their characters: the platform takes 1 MB. */
const MAX_TEMPLATES = 20;
const MAX_LENGTH = 300_000;

export function createTemplates({ templates, managers }: Resources, manager_id: string): ManagerTemplates {
  return {
    get: templates.get,
    store: async (all, options) => {
      const elements: StoredTemplates['elements'] = [];
      for (const batch of batches(all)) {
        const reply = await managers.storeTemplates({ manager_id, templates: batch }, options);
        elements.push(...reply.elements);
      }
      return { elements };
    },
  };
}

/** Splits templates into batches. A template that is too large alone is sent alone, and refused by the platform. */
function* batches<T>(all: readonly T[]): Iterable<T[]> {
  let batch: T[] = [];
  let length = 0;
  for (const each of all) {
    const added = JSON.stringify(each).length;
    if (batch.length === MAX_TEMPLATES || (batch.length > 0 && length + added > MAX_LENGTH)) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(each);
    length += added;
  }
  if (batch.length > 0) yield batch;
}
