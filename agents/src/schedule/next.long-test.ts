import { describe, it } from 'node:test';
import { assertEqualToTemporal } from './testing/agreement.ts';

const YEARS = [2007, 2011, 2024, 2025, 2026, 2027];

describe('the next time of a trigger', () => {
  for (const year of YEARS) {
    it(`equals Temporal in every zone in ${year}`, () => {
      Intl.supportedValuesOf('timeZone').forEach((zone, index) => {
        // A daily time in each half-hour of the night, in which clocks change, over the zones.
        assertEqualToTemporal(zone, year, (index % 8) * 30);
        assertEqualToTemporal(zone, year, 1380 + (index % 4) * 15);
      });
    });
  }
});
