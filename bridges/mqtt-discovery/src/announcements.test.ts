import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AnnouncedDevice } from '@azulejo/devices/home-assistant';
import { createAnnouncements } from './announcements.ts';

const OPTIONS = { discoveryPrefix: 'homeassistant', tasmotaPrefix: 'tasmota', skipped: [] };
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

it('logs announcements that cannot be read or mapped, and reads the others', () => {
  const timers: (() => void)[] = [];
  const events: string[] = [];
  let devices: readonly AnnouncedDevice[] = [];
  const { handle } = createAnnouncements(OPTIONS as unknown as Parameters<typeof createAnnouncements>[0], {
    log: (event) => events.push(event),
    onChange: (changed) => {
      devices = changed;
    },
    request: () => assert.fail(),
    setTimer: (_ms, run) => {
      timers.push(run);
      return { [Symbol.dispose]: () => void timers.splice(timers.indexOf(run), 1) };
    },
  });
  const dev = (id: string) => `"dev":{"ids":"${id}","name":"${id}"}`;
  for (const [object, config] of [
    ['ids', `"stat_t":"a/b","dev":{"ids":[${DEEP}]}`],
    ['rule', `"stat_t":"a/b","avty":${DEEP},${dev('rule')}`],
    ['odd', `"stat_t":"a/b","dev_cla":"constructor",${dev('odd')}`],
    ['plain', `"stat_t":"a/b",${dev('plain')}`],
  ])
    handle(`homeassistant/sensor/${object}/config`, `{${config}}`);
  for (const run of timers.splice(0)) run();
  assert.deepEqual(
    devices.map(({ key }) => key),
    ['odd', 'plain'],
  );
  assert.deepEqual(events, ['not_read', 'device_not_mapped']);
});
