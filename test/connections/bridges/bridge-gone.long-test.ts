import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridgedHome } from './bridge-home.ts';
import { LAMP, THERMOMETER } from './simulated-devices.ts';
import { lacksZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();
/** How often the platform looks at its managers. */
const STEP_SECONDS = 5;
const MAX_GONE_SECONDS = 45;

const setUp = async (stage: Stage) =>
  skip ? undefined : await setUpBridgedHome(stage, { devices: [LAMP, THERMOMETER] });

onSqlite('a bridge that was killed', setUp, (scene) => {
  it('marks devices of a killed bridge as disconnected within 45 seconds, and as reachable once it is back', {
    skip,
  }, async () => {
    const home = scene();
    assert.ok(home);
    const { platform, manager, bridge, startBridge, add, readValue } = home;
    const { absences, connectedClients } = platform.server.features;
    const added = [await add(LAMP.ieeeAddr), await add(THERMOMETER.ieeeAddr)];
    const components = ['light-bulb', 'climate-sensor'];
    const access = () =>
      Promise.all(added.map(({ id }, index) => readValue(id, components[index] ?? '', 'access')));
    await absences.check();
    assert.deepEqual(await access(), ['ok', 'ok']);

    await bridge.crash();
    while (connectedClients.has(manager.id)) await setImmediate();
    let seconds = 0;
    for (await absences.check(); !(await access()).every((state) => state === 'disconnected'); ) {
      platform.clock.advance({ seconds: STEP_SECONDS });
      seconds += STEP_SECONDS;
      assert.ok(seconds <= MAX_GONE_SECONDS, `${await access()} after ${seconds} s`);
      await absences.check();
    }

    // The clock stands still from here on, so what follows takes no time of the platform.
    await using _again = startBridge();
    while (!connectedClients.has(manager.id)) await setImmediate();
    while (!(await access()).every((state) => state === 'ok')) await absences.check();
  });
});
