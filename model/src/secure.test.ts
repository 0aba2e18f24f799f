import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlocks } from './lock.ts';
import { isHarmless, isSecure } from './secure.ts';

const named = (name: string, ...components: string[]) => ({
  classes: [`com.muzzley.properties.${name}`],
  components,
});

test('what unlocks, opens, sounds or disarms is secure', () => {
  const secure = [
    named('security.locked', 'lock'),
    // Codes for the door, and how long a siren sounds.
    named('device.pin-code', 'front-door', 'lock'),
    named('device.duration', 'siren'),
    named('movement.command', 'cover'),
    named('control.status', 'valve'),
    named('device.valve-state', 'switch'),
    named('control.status', 'garage-door'),
    named('control.status', 'oven'),
    named('device.oven-temperature', 'device'),
    named('safety.alarm-command', 'device'),
    named('safety.warning', 'smoke-alarm'),
    named('device.armed', 'button'),
    named('device.quick-disarm-enabled', 'button'),
    named('device.trigger-siren', 'switch'),
    { classes: ['com.azulejo.properties.safety.anything'], components: ['device'] },
    { classes: ['com.example.properties.access.unlock'], components: ['device'] },
  ];
  assert.deepEqual(
    secure.filter((each) => !isSecure(each)),
    [],
  );
});

test('what people switch and set every day is not', () => {
  const others = [
    named('lighting.brightness', 'light-bulb'),
    named('control.status', 'socket'),
    named('climate.occupied-heating-setpoint', 'thermostat'),
    named('device.child-lock', 'thermostat'),
    named('settings.button-lock', 'socket'),
    named('device.keypad-lockout', 'thermostat'),
    named('climate.open-window-temperature', 'thermostat'),
    named('security.presence-sensitivity', 'presence-sensor'),
    named('device.message', 'device'),
    { classes: [], components: [] },
  ];
  assert.deepEqual(others.filter(isSecure), []);
});

test('locking, closing, stopping and turning off are harmless', () => {
  const [lock, cover] = [named('security.locked', 'lock'), named('movement.command', 'cover')];
  assert.deepEqual(
    [true, false, 'no'].map((data) => [isHarmless(lock, data), unlocks(lock, data)]),
    [
      [true, false],
      [false, true],
      [false, true],
    ],
  );
  assert.deepEqual(
    ['CLOSE', 'stop', 0, false, 'OPEN', 40, true].map((data) => isHarmless(cover, data)),
    [true, true, true, true, false, false, false],
  );
  assert.equal(unlocks(cover, 'OPEN'), false);
});
