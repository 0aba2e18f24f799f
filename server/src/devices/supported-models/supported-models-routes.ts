import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { ByteCache } from '../../platform/byte-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import type { createNetworkLimit } from '../../platform/rate-limits.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { ModelSearch } from './model-search.ts';

export type NetworkLimit = ReturnType<typeof createNetworkLimit>;

type Dependencies = { search: ModelSearch; limit: NetworkLimit; cache: ByteCache; clock: Clock };

/** An hour, since the catalogue changes only with releases. */
export const CACHED = 'public, max-age=3600';

const PAGE_SIZE = 20;

export function supportedModelHandlers({
  search,
  limit,
  cache,
  clock,
}: Dependencies): Handlers<typeof resources.supportedModels> {
  /** Returns the same bytes to all callers. */
  async function cached(key: string, make: () => Promise<object>) {
    const render = async () => {
      const body = await make();
      const bytes = Buffer.from(JSON.stringify(body));
      return { bytes, revision: revisionOf(1, body), validUntil: Number.POSITIVE_INFINITY };
    };
    const { bytes, revision } = await cache.get(key, clock.now(), render);
    return { bytes, revision, cacheControl: CACHED };
  }

  return {
    search: ({ input, request }) => {
      limit.take(request.ip);
      const { search: text = '', kind, page_start_index: start = 0, page_size: size = PAGE_SIZE } = input;
      const key = JSON.stringify(['supported-models', text, kind, start, size]);
      return cached(key, () => search.find({ text, kind, start, size }));
    },

    get: ({ input, request }) => {
      limit.take(request.ip);
      return cached(`supported-model|${input.template_id}`, async () => {
        const model = await search.get(input.template_id);
        if (!model) throw new ApiError('not_found');
        return model;
      });
    },
  };
}
