import { type Presence as Body, type resources, toTimestamp } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { presenceOf } from './person.ts';
import type { createReadPeople } from './read-models/people.ts';

export function presenceHandlers(
  readPeople: ReturnType<typeof createReadPeople>,
): Handlers<typeof resources.presence> {
  return {
    get: async ({ context }) => {
      const [row] = await readPeople([context.subject.id]);
      const { whereabouts, phones, ignored } = presenceOf(row ?? { stateJson: null });
      const body: Body = {
        place: whereabouts,
        phones: phones.map(({ phone, at, whereabouts: place }) => ({
          device_id: phone,
          reported: toTimestamp(at),
          place,
        })),
        ignored,
      };
      return { body, cacheControl: NO_STORE };
    },
  };
}
