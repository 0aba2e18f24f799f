import { loadSchemas } from '@azulejo/catalog';
import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { REVALIDATED } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';

export type ValueSchemas = Awaited<ReturnType<typeof loadValueSchemas>>;

/** Loads the JSON Schemas of values, each with its URL `{ontology_url}/schemas/v1/{name}` (spec 2.4). */
export async function loadValueSchemas(ontologyUrl: string) {
  const schemas = await loadSchemas();
  const urlOf = (name: string) => `${ontologyUrl}/schemas/v1/${name}`;
  return {
    urlOf,
    find: (name: string): Record<string, unknown> | undefined =>
      Object.hasOwn(schemas, name) ? { ...schemas[name], $id: urlOf(name) } : undefined,
  };
}

export function schemaHandlers(schemas: ValueSchemas): Handlers<typeof resources.schemas> {
  return {
    get: async ({ input }) => {
      const body = schemas.find(input.schema_name);
      if (!body) throw new ApiError('not_found');
      return { body, revision: revisionOf(1, body), cacheControl: REVALIDATED };
    },
  };
}
