import { valueKey } from '@azulejo/model';
import { renderTile } from '@azulejo/sdk';
import { describe, expect, it } from 'vitest';
import { channelOf, propertyOf, tileOf } from '../../../testing/devices.ts';
import { factsOf } from './facts.ts';

type Value = readonly [id: string, name: string, data: unknown];

/** Returns the facts of a tile of this type that shows these values; a name is the end of a property's class. */
function factsFor(type: string, shown: readonly Value[], toggle?: Value) {
  const all = toggle ? [...shown, toggle] : shown;
  const component = { id: 'part', type, label: 'Part', classes: [] };
  const action = toggle && {
    componentType: type,
    property: toggle[0],
    type: 'tri-state',
    options: { icon: 'on_off', mappings: { on: true, off: false } },
  };
  const tile = tileOf('it', 'It', {
    components: [component] as never,
    information: shown.map(([property]) => ({
      componentType: type,
      property,
      type: 'text-unit',
      options: {},
    })) as never,
    actions: (action ? [action] : []) as never,
  });
  const properties = all.map(([id, name]) =>
    propertyOf(id, { classes: [`com.muzzley.properties.${name}`], components: [type] }),
  );
  const channel = { ...channelOf('it', properties), components: [component] };
  const values = new Map(all.map(([id, , data]) => [valueKey('part', id), data]));
  return factsOf({
    tile,
    channel,
    snapshot: { tile: renderTile(tile, channel, values, {}, { now: 0 }), isSilent: false },
  });
}

describe('the facts of a tile', () => {
  it('says that a lamp is on, and what turns it off', () => {
    expect(factsFor('light-bulb', [], ['status', 'control.status', true]).lamp).toMatchObject({
      isOn: true,
      lit: { channel: 'it', component: 'part', property: 'status', label: 'It', off: false },
    });
  });

  it('does not take a plug for a lamp', () => {
    expect(factsFor('socket', [], ['status', 'control.status', true]).lamp).toBeUndefined();
  });

  it('reads the temperature of a room, and not that inside a device', () => {
    const { temperature } = factsFor('thermostat', [
      ['local-temperature', 'climate.local-temperature', 21.3],
    ]);
    expect(temperature).toEqual({ value: 21.3, text: '21.3' });
    const inner = factsFor('light-bulb', [['device-temperature', 'diagnostics.device-temperature', 40]]);
    expect(inner.temperature).toBeUndefined();
  });

  it('reads the power of what is on', () => {
    const power: Value = ['active-power', 'electricity.active-power', 94.6];
    expect(factsFor('socket', [power], ['status', 'control.status', true]).power?.watts).toBe(94.6);
    expect(factsFor('socket', [power], ['status', 'control.status', false]).power).toBeUndefined();
    expect(factsFor('meter', [power]).power?.isMeter).toBe(true);
  });

  it('says what is open, and whether it needs attention', () => {
    expect(factsFor('contact-sensor', [['open', 'security.open', true]]).opening).toEqual({
      kind: 'open',
      needsAttention: false,
    });
    expect(factsFor('lock', [['locked', 'security.locked', false]]).opening).toEqual({
      kind: 'unlocked',
      needsAttention: true,
    });
    expect(factsFor('lock', [['locked', 'security.locked', true]]).opening).toBeUndefined();
  });

  it('says that a battery is low and that a device does not answer', () => {
    expect(factsFor('button', [['battery', 'battery.battery', 9]]).isBatteryLow).toBe(true);
    const unlocked = factsFor('lock', [
      ['locked', 'security.locked', false],
      ['battery', 'battery.battery', 9],
    ]);
    expect(unlocked.opening?.kind).toBe('unlocked');
    expect(unlocked.isBatteryLow).toBe(true);
    expect(factsFor('button', [['access', 'device.access', 'unreachable']]).isSilent).toBe(true);
  });
});
