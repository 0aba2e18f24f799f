import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BridgeFindings } from '@azulejo/contract';
import { manualClock } from '../../platform/testing/manual-clock.ts';
import { createFindings, recordFindings } from './findings.ts';

const part = (feature: string) => ({ feature, code: 'no_topic', detail: '', reason: 'no topic' });
const notMapped = (device: string, unmapped: object[], more = 0) => ({
  ...{ event: 'not_mapped', about: 'device', device, name: device, unmapped, more },
});

it('lists the parts of a device together, at most a hundred, and counts the others', () => {
  const findings = createFindings();
  findings.take(notMapped('one', [part('a')]), 0);
  findings.take(notMapped('two', [part('b')], 3), 0);
  findings.take({ ...notMapped('one', [part('')]), about: 'channel' }, 0);
  const { unmapped, more } = findings.toWire(0);
  assert.deepEqual(
    unmapped.map(({ device, feature }) => [device, feature]),
    [
      ['one', 'a'],
      ['one', ''],
      ['two', 'b'],
    ],
  );
  assert.equal(more, 3);
  for (let device = 0; device < 3_000; device += 1)
    findings.take(
      notMapped(
        `x${device}`,
        Array.from({ length: 30 }, () => part('c')),
      ),
      0,
    );
  assert.equal(findings.toWire(0).unmapped.length, 100);
  findings.take(notMapped('two', []), 0);
  assert.ok(!findings.toWire(0).unmapped.some(({ device }) => device === 'two'));
});

it('reads only texts of a bounded length and known codes', () => {
  const findings = createFindings();
  findings.take(
    notMapped('x'.repeat(900), [{ feature: 7, code: 'constructor', detail: 'y'.repeat(900) }]),
    0,
  );
  assert.equal(findings.take({ event: 'not_mapped', unmapped: 'none' }, 0), false);
  const [only] = findings.toWire(0).unmapped;
  assert.deepEqual(
    [only?.device.length, only?.feature, only?.code, only?.detail.length],
    [200, '', 'message_failed', 200],
  );
});

it('lists the latest twenty requests without an answer, the newest first', () => {
  const findings = createFindings();
  for (let number = 0; number < 25; number += 1)
    findings.take({ event: 'request_unanswered', transaction: `${number}`, request: 'permit_join' }, number);
  findings.take({ event: 'request_answered', transaction: '24' }, 30);
  const { unanswered } = findings.toWire(30);
  assert.deepEqual([unanswered.length, unanswered[0]?.at], [19, '1970-01-01T00:00:00.023+0000']);
});

it('stores findings two seconds after a change or the first status, and forgets them with the process', () => {
  const stored: BridgeFindings[] = [];
  const clock = manualClock();
  const recorder = recordFindings({
    store: async (findings) => void stored.push(findings),
    ...{ clock, timers: clock, logger: { error: assert.fail } },
  });
  const status = { event: 'status', mqtt: 'online' };
  recorder.begin();
  recorder.take(status);
  recorder.take(notMapped('one', [part('a')]));
  clock.advance({ seconds: 2 });
  recorder.take(status);
  clock.advance({ seconds: 60 });
  recorder.begin();
  clock.advance({ seconds: 60 });
  recorder.take(status);
  clock.advance({ seconds: 2 });
  assert.deepEqual(
    stored.map(({ unmapped }) => unmapped.length),
    [1, 0],
  );
});
