import type { Client } from '@azulejo/sdk';
import { queryOptions } from '@tanstack/react-query';

/** Loads the person's scenes, in the person's order. */
export const scenesQuery = (client: Client) =>
  queryOptions({ queryKey: ['scenes'], queryFn: async () => client.scenes.list() });
