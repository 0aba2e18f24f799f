import { describe, it } from 'node:test';
import { assertEqualToTemporal } from './testing/agreement.ts';

/** In this year, zones changed most: Samoa left out a day, and Egypt and Russia gave up summer time. */
const YEARS = [2011];
/** Also in a full run (`npm run test:all`). */
const MORE_YEARS = process.env['AZULEJO_TEST_FULL'] === '1' ? [2007, 2024, 2025, 2026, 2027] : [];

describe('the next time of a trigger', () => {
  for (const year of [...YEARS, ...MORE_YEARS]) {
    it(`equals Temporal in every zone in ${year}`, () => {
      Intl.supportedValuesOf('timeZone').forEach((zone, index) => {
        // A daily time in each half-hour of the night, in which clocks change, over the zones.
        assertEqualToTemporal(zone, year, (index % 8) * 30);
        assertEqualToTemporal(zone, year, 1380 + (index % 4) * 15);
      });
    });
  }
});
