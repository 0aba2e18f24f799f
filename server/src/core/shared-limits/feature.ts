import { deleteUntil } from '../../database/delete-until.ts';
import { cleanup, type Feature, type Platform } from '../feature.ts';

/** Keeps what servers of a database count together. */
export const sharedLimitsFeature = ({ db, clock, strictWindows }: Platform) =>
  ({
    api: {},
    jobs: [
      cleanup('windows of limits', () =>
        deleteUntil(db, { table: 'rate_windows', key: ['id'], time: 'expires' }, clock.now()),
      ),
    ],
    stop: strictWindows.flush,
  }) satisfies Feature;
