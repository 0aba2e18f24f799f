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

const WIDE = 'é€'.repeat(8_000);
const LIST = JSON.stringify({ items: Array.from({ length: 4_000 }, (_, index) => ({ index })) });
const HOSTILE = {
  'with a long text': ["{{ value['re' + 'place']('', value) | list | length }}", 'x'.repeat(16_000)],
  'with more text than memory': ["{{ value['re' + 'place']('', value) }}", WIDE],
  'with a long indentation': ["{{ value_json | tojson(**{'indent': 8000}) }}", LIST],
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
  assert.deepEqual(received, [['1'], ['3'], ['6'], ['9']]);
  assert.deepEqual(quarantined.toSorted(), Object.keys(HOSTILE).toSorted());
  assert.equal(good.isQuarantined(), false);
});

it('does not evaluate bare paths in another process', () => {
  assert.equal(deviceWith('plain', '{{ value_json.v }}').isEvaluated, false);
});
