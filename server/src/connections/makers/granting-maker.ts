import { ApiError } from '../../platform/api-error.ts';
import type { Maker } from './maker.ts';

/**
 * Creates the maker of a manager without webhooks. It cannot be asked for devices: within the consent of the
 * person it creates channels and grants them on its own.
 */
export const createGrantingMaker = (managerId: string): Maker => ({
  managerId,
  begin: async () => undefined,
  finish: async () => undefined,
  list: async () => [],
  add: async () => {
    throw new ApiError('not_granted', {
      detail: 'The manager of this kind of device adds its devices itself.',
    });
  },
});
