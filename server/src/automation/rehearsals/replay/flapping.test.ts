import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AutomationDefinition, AutomationPropertyTrigger } from '@azulejo/contract';
import { findFlapping, hasEnded, leewaysFor, withLeeway } from './flapping.ts';

const warmth = { channel: 'T', component: 'c', property: 'warmth' };
const trigger = (members: Partial<AutomationPropertyTrigger> = {}): AutomationPropertyTrigger => ({
  kind: 'property',
  id: 't1',
  property: warmth,
  is: 'rises-above',
  value: 21,
  ...members,
});
const definition = (
  members: Partial<Omit<AutomationPropertyTrigger, 'kind'>> = {},
): AutomationDefinition => ({
  label: 'Automation',
  when: [{ kind: 'time', id: 't9', time: { at: '07:00' } }, trigger(members)],
  then: [{ kind: 'notify', notify: { text: 'warm' } }],
});
const withRuns = (runs: number, close: number) => ({ triggers: [{ id: 't1', runs, close }] });

describe('flapping', () => {
  it('finds flapping, with its path, in a numeric trigger whose runs follow each other', () => {
    assert.equal(findFlapping(definition(), withRuns(43, 37))?.path, 'when[1]');
    assert.equal(findFlapping(definition(), withRuns(43, 4)), undefined);
    assert.equal(findFlapping(definition(), withRuns(43, 10)), undefined);
    assert.equal(findFlapping(definition({ is: 'becomes' }), withRuns(43, 37)), undefined);
  });

  it('tries a few round leeways that fit the range, in the unit of the trigger', () => {
    assert.deepEqual(leewaysFor({}, [18, 26], ''), [0.2, 0.5, 1, 2]);
    assert.deepEqual(leewaysFor({ leeway: 0.5 }, [18, 26], ''), [1, 2]);
    assert.deepEqual(leewaysFor({ unit: 'fahrenheit' }, [18, 26], 'celsius'), [0.5, 1, 2, 5]);
    assert.deepEqual(leewaysFor({}, [0, 30_000], ''), [1000, 2000, 5000, 10_000]);
    assert.deepEqual(leewaysFor({}, [21, 21], ''), []);
    assert.deepEqual(leewaysFor({}, [Infinity, -Infinity], ''), []);
  });

  it('considers flapping ended when hardly a run follows another', () => {
    const before = { id: 't1', runs: 43, close: 37 };
    assert.ok(hasEnded(before, { id: 't1', runs: 6, close: 3 }));
    assert.ok(!hasEnded(before, { id: 't1', runs: 12, close: 4 }));
    assert.ok(hasEnded(before, undefined));
    assert.deepEqual(withLeeway(definition(), 't1', 0.5).when[1], trigger({ leeway: 0.5 }));
  });
});
