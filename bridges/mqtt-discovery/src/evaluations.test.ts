import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { type AnnouncedDevice, announcedDevice, readAnnouncement } from '@azulejo/devices/home-assistant';
import { EVALUATE } from './evaluation-process.ts';
import { createEvaluations } from './evaluations.ts';

const TOPIC = 'x/state';

function deviceWith(name: string, template: string): AnnouncedDevice {
  const config = { stat_t: TOPIC, val_tpl: template, dev: { ids: [name], name } };
  const announcement = readAnnouncement(
    `sensor/${name.replaceAll(' ', '-')}/own/config`,
    JSON.stringify(config),
  );
  assert.ok(announcement);
  return announcedDevice(announcement);
}

const events: string[] = [];
const quarantined: string[] = [];
const evaluations = createEvaluations({
  log: (event) => events.push(event),
  onQuarantined: ({ name }) => quarantined.push(name),
  start: () =>
    fork(join(import.meta.dirname, 'main.ts'), [EVALUATE], {
      execArgv: ['--conditions=azulejo-source', '--max-old-space-size=64'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }),
});
after(() => evaluations.close());

const HOSTILE = {
  'with a slow expression': ["{{ value | regex_match('(a+)+$') }}", `${'a'.repeat(60)}b`],
  'with more text than memory': [
    `{% set all = [] %}${"{% set all = [all, ([value] * 1000) | map('upper') | list] %}".repeat(18)}`,
    'é€'.repeat(8_000),
  ],
} as const;

it('evaluates templates in the order of the messages, while devices that take too long are quarantined', async () => {
  const honest = deviceWith('honest', '{{ value_json.v | round(1) }}');
  assert.equal(honest.isEvaluated, true);
  const good = evaluations.open(honest);
  const received: unknown[] = [];
  const send = async (value: number) => {
    const decoded = await good.decode(TOPIC, JSON.stringify({ v: value }));
    received.push(decoded?.values.map((each) => each.value));
  };
  const sent: Promise<unknown>[] = [send(1)];
  for (const [name, [template, payload]] of Object.entries(HOSTILE)) {
    const bad = evaluations.open(deviceWith(name, template));
    sent.push(...[1, 2].map(async () => assert.equal(await bad.decode(TOPIC, payload), undefined, name)));
    sent.push(send(sent.length));
  }
  await Promise.all(sent);
  assert.deepEqual(received, [['1.0'], ['3.0'], ['6.0']]);
  assert.deepEqual(quarantined.toSorted(), Object.keys(HOSTILE).toSorted());
  assert.equal(good.isQuarantined(), false);
});

it('does not evaluate bare paths in another process', () => {
  assert.equal(deviceWith('plain', '{{ value_json.v }}').isEvaluated, false);
});
