import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { HomeTime } from './time-zone.ts';

export function homeTimeHandlers(homeTime: HomeTime): Handlers<typeof resources.homeTime> {
  return {
    get: async ({ context }) => {
      const { position: _, ...body } = await homeTime.of(context.subject.id);
      return { body, cacheControl: NO_STORE };
    },
  };
}
