import { expect, it } from 'vitest';
import { channelOf, propertyOf } from '../../../testing/devices.ts';
import { guardedWrite } from './guarded-write.ts';

const channelOfType = (type: string, id: string, classes: readonly string[] = []) => ({
  ...channelOf('door', [propertyOf(id, { classes: [...classes] })]),
  components: [{ id: 'light-bulb', type, label: type, classes: [] }],
});
const lock = channelOfType('lock', 'locked', ['io.muzzley.security.locked']);
const settings = { asksForCovers: true };
const requested = (channel: typeof lock | undefined, property: string, data: unknown, given = settings) =>
  guardedWrite(channel, { component: 'light-bulb', property }, data, given);

it('asks before a lock is unlocked, and not before it is locked', () => {
  expect(requested(lock, 'locked', false)).toBe('unlock');
  expect(requested(lock, 'locked', 'no')).toBe('unlock');
  expect(requested(lock, 'locked', true)).toBeUndefined();
});

it('asks before a setting of a lock is changed', () => {
  expect(requested(channelOfType('lock', 'code'), 'code', '1234')).toBe('unlock');
});

it('asks before a cover is opened, and not before it is closed or stopped', () => {
  const cover = channelOfType('cover', 'command');
  const all = ['OPEN', 'open', 40, 'CLOSE', 'close', 'stop', 0];
  expect(all.map((data) => requested(cover, 'command', data) ?? 'free')).toEqual([
    ...['open', 'open', 'open'],
    ...['free', 'free', 'free', 'free'],
  ]);
  expect(requested(cover, 'command', 'open', { asksForCovers: false })).toBeUndefined();
  expect(requested(lock, 'locked', false, { asksForCovers: false })).toBe('unlock');
});

it('asks before a siren or an alarm system is set, and not before it is turned off', () => {
  const siren = channelOfType('siren', 'alarm', ['com.muzzley.properties.safety.alarm']);
  expect(requested(siren, 'alarm', true)).toBe('secure');
  expect(requested(siren, 'alarm', false)).toBeUndefined();
  const panel = channelOfType('device', 'alarm-command', ['com.muzzley.properties.safety.alarm-command']);
  expect(requested(panel, 'alarm-command', 'DISARM')).toBe('secure');
});

it('does not ask for a lamp', () => {
  expect(requested(channelOfType('light-bulb', 'status'), 'status', true)).toBeUndefined();
});

it('asks for a device that is not known', () => {
  expect(requested(undefined, 'status', true)).toBe('unlock');
  expect(requested(lock, 'unknown', true)).toBe('unlock');
});
