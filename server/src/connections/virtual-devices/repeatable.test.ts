import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createFaults, faultNames } from './faults.ts';
import { deviceOf, MORNING, pass, templates } from './testing.ts';

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const template = fc.nat(templates.length - 1).map((index) => templates[index] ?? templates.slice(0, 1)[0]);
const HOUR = { seconds: 3600, every: 10 };

const run = (which: (typeof templates)[number] | undefined, of: number) => {
  assert.ok(which);
  return [...pass(deviceOf(which, { seed: of }).device, HOUR)];
};

describe('repeatability of virtual devices', () => {
  it('repeats the same reports with the same seed', () => {
    fc.assert(
      fc.property(template, seed, (which, of) => assert.deepEqual(run(which, of), run(which, of))),
      { numRuns: 60 },
    );
  });

  it('reports something else with another seed', () => {
    const which = templates.find(({ kind }) => kind === 'climate-sensor');
    assert.notDeepEqual(run(which, 1), run(which, 2));
  });

  it('repeats the same faults with the same seed', () => {
    const faultsOf = (of: number) => {
      const faults = createFaults(faultNames, of);
      return run(templates[0], 5).map(({ reports }, step) => faults.pass(reports, step));
    };
    fc.assert(
      fc.property(seed, (of) => assert.deepEqual(faultsOf(of), faultsOf(of))),
      { numRuns: 20 },
    );
  });

  it('continues after a stop from the last reports', () => {
    fc.assert(
      fc.property(template, seed, (which, of) => {
        assert.ok(which);
        const known = new Map<
          string,
          { componentId: string; propertyId: string; data: unknown; timestamp: number }
        >();
        for (const { at, reports } of pass(deviceOf(which, { seed: of }).device, HOUR))
          for (const report of reports)
            known.set(`${report.componentId}/${report.propertyId}`, { ...report, timestamp: at });
        const now = MORNING + HOUR.seconds * 1000;
        const { device } = deviceOf(which, { seed: of, known: [...known.values()], now });
        // A value that does not change by itself is not reported again.
        const again = device.advance(now + 1000).filter(({ data }) => typeof data !== 'number');
        const repeated = again.filter(
          ({ componentId, propertyId, data }) =>
            JSON.stringify(known.get(`${componentId}/${propertyId}`)?.data) === JSON.stringify(data),
        );
        const events = new Set(
          which.properties.filter(({ schema }) => schema === 'event').map(({ id }) => id),
        );
        assert.deepEqual(
          repeated.filter(({ propertyId }) => !events.has(propertyId)),
          [],
        );
      }),
      { numRuns: 40 },
    );
  });
});
