import { alwaysNotFound, resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Feature } from '../../core/feature.ts';
import { ApiError } from '../../platform/api-error.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';

/** Answers the requests of phone apps for features that the platform does not have. */
export function unsupportedFeature() {
  return {
    api: {},
    routes({ serve }) {
      serve(resources.unsupported, unsupportedHandlers());
    },
  } satisfies Feature;
}

type Unsupported = typeof resources.unsupported;

/** Gives everyone the reply of the contract's table: an empty list, nothing, or `not_found`. */
function unsupportedHandlers(): Handlers<Unsupported> {
  const handlers = Object.entries(resources.unsupported).map(([name, { list, example }]) => {
    const body = example.reply as object;
    const revision = revisionOf(1, body);
    return [
      name,
      async () => {
        if (alwaysNotFound.includes(name)) throw new ApiError('not_found');
        return list ? { body, revision, cacheControl: PRIVATE } : { body };
      },
    ] as const;
  });
  return Object.fromEntries(handlers) as unknown as Handlers<Unsupported>;
}
