import assert from 'node:assert/strict';
import { test } from 'node:test';
import { casesByKind, faultsOf } from './testing/cases.ts';

for (const [kind, cases] of casesByKind())
  test(`devices are read as they speak: ${kind}`, () => {
    assert.ok(cases.length > 0);
    const faults = cases.flatMap((each) => faultsOf(each).map((fault) => `${each.id}: ${fault}`));
    assert.deepEqual(faults, []);
  });
