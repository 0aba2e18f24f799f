import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report } from './device.ts';
import { createFaults, type FaultName } from './faults.ts';

const STEPS = 4000;

const report = (step: number, which = 0): Report => ({
  componentId: 'sensor',
  propertyId: 'temperature',
  data: step * 10 + which,
});

/** Makes two reports per step, and returns which of them arrived in which step. */
function run(...names: FaultName[]) {
  const faults = createFaults(names, 7);
  const steps = Array.from({ length: STEPS }, (_, step) =>
    faults.pass([report(step), report(step, 1)], step),
  );
  const arrived = steps.flatMap(({ reports }, step) =>
    reports.map(({ data }) => ({ data: Number(data), step })),
  );
  return { steps, arrived, made: 2 * STEPS };
}

const values = (arrived: readonly { data: number }[]) => arrived.map(({ data }) => data);
const isSorted = (list: readonly number[]) => list.every((each, index) => each >= (list[index - 1] ?? 0));

describe('faults of virtual devices', () => {
  it('delivers every report once, in order and at once, without a fault', () => {
    const { arrived, made } = run();
    assert.equal(arrived.length, made);
    assert.ok(arrived.every(({ data, step }) => Math.floor(data / 10) === step));
    assert.ok(isSorted(values(arrived)));
  });

  it('drops some reports with the fault lost', () => {
    const { arrived, made } = run('lost');
    assert.ok(arrived.length < made * 0.98 && arrived.length > made * 0.9);
    assert.ok(isSorted(values(arrived)));
  });

  it('delivers some reports twice with the fault duplicate', () => {
    const { arrived, made } = run('duplicate');
    assert.ok(arrived.length > made * 1.02);
    assert.equal(new Set(values(arrived)).size, made);
  });

  it('delivers some reports steps later, and all in the end, with the fault late', () => {
    const { arrived, made } = run('late');
    const late = arrived.filter(({ data, step }) => Math.floor(data / 10) < step);
    assert.ok(late.length > made * 0.05);
    assert.ok(new Set(values(arrived)).size > made - 20);
  });

  it('delivers a later report before an earlier one with the fault out-of-order', () => {
    const { arrived, made } = run('out-of-order');
    assert.equal(arrived.length, made);
    assert.ok(!isSorted(values(arrived)));
  });

  it('reports nothing for some time, and then again, with the fault offline', () => {
    const { steps } = run('offline');
    const away = steps.filter(({ isOffline }) => isOffline);
    assert.ok(away.length > 10 && away.length < STEPS / 2);
    assert.ok(away.every(({ reports }) => reports.length === 0));
    assert.ok(steps.some(({ isOffline }, step) => !isOffline && steps[step - 1]?.isOffline));
  });
});
