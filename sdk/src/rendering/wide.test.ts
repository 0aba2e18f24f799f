import assert from 'node:assert/strict';
import { test } from 'node:test';
import { celsius, channel, property, tile, units, values } from '../testing/device.ts';
import { renderTile, valuesOfTile } from './render-tile.ts';
import { wideKindOf } from './wide.ts';

const of = (type: string) => tile({ components: [{ id: 'lamp-1', type }] });
const classed = (id: string, name: string, more = {}) => property(id, { classes: [`x.${name}`], ...more });

const radiator = channel(
  classed('temperature', 'climate.local-temperature', celsius),
  classed('setpoint', 'climate.occupied-heating-setpoint', celsius),
  classed('running', 'climate.running-state'),
  classed('mode', 'climate.system-mode'),
);
const climate = (entries: Record<string, unknown>) => renderTile(of('thermostat'), radiator, values(entries));

test('knows a wide tile by its component before its channel is loaded', () => {
  assert.equal(wideKindOf(of('thermostat')), 'climate');
  assert.equal(wideKindOf(of('meter')), 'meter');
  assert.equal(wideKindOf(of('cover')), 'cover');
  assert.equal(wideKindOf(of('socket')), undefined);
});

test('shows the temperature of a thermostat large, and its target and state in the line', () => {
  const { wide, state } = climate({ temperature: 21.3, setpoint: 21.5, running: 'heat', mode: 'heat' });
  assert.deepEqual(wide?.kind === 'climate' && wide.reading, { text: '21.3', unit: '°' });
  assert.deepEqual(state, ['To 21.5°', 'heating']);
  assert.deepEqual(climate({ temperature: 21.3, setpoint: 20, running: 'idle' }).state, ['To 20°']);
  assert.deepEqual(climate({ temperature: 21.3, setpoint: 20, mode: 'off' }).state, ['Off']);
});

test('depends on the values that only the wide tile shows', () => {
  const names = valuesOfTile(of('thermostat'), radiator).map((each) => each.property);
  assert.ok(names.includes('running') && names.includes('mode'), names.join());
});

test('shows the power of a meter in watts, from 1,000 on in kilowatts', () => {
  const watt = { unitsOptions: units('watt', 'watt', 'watt') };
  const kph = { unitsOptions: units('kph', 'kph', 'kph') };
  const home = channel(
    classed('power', 'electricity.active-power', watt),
    classed('energy', 'electricity.energy', kph),
  );
  const meter = (power: number) => renderTile(of('meter'), home, values({ power, energy: 4210.5 }));
  const readingOf = ({ wide }: ReturnType<typeof meter>) => wide?.kind === 'meter' && wide.reading;
  assert.deepEqual(readingOf(meter(920)), { text: '920', unit: 'W' });
  assert.deepEqual(readingOf(meter(1840)), { text: '1.84', unit: 'kW' });
  assert.match(meter(1).state.join(), /in total$/);
});

test('gives a cover its keys, and says which would change nothing', () => {
  const options = ['OPEN', 'CLOSE', 'STOP'].map((value) => ({ label: value.toLowerCase(), value }));
  const command = classed('command', 'movement.command', {
    controlInterfaces: [{ id: 'c', controlInterface: 'text-picker', config: { options } }],
  });
  const blind = channel(command, classed('position', 'movement.position'));
  const cover = (position: number) => renderTile(of('cover'), blind, values({ position }));
  const { wide, state } = cover(100);
  assert.ok(wide?.kind === 'cover');
  assert.deepEqual(wide.address, { component: 'lamp-1', property: 'command' });
  assert.deepEqual(
    wide.movements.map(({ name, isIdle }) => [name, isIdle]),
    [
      ['open', true],
      ['stop', false],
      ['close', false],
    ],
  );
  assert.deepEqual(state, ['Open']);
  assert.deepEqual(cover(0).state, ['Closed']);
  assert.deepEqual(cover(40).state, ['Open', '40 %']);
});

test('shows what a meter counts in all, not one of its tariffs', () => {
  const kph = { unitsOptions: units('kph', 'kph', 'kph') };
  const tariff = { ...kph, classes: ['x.electricity.energy', 'x.counters.part'] };
  const home = channel(
    property('energy-t1', tariff),
    classed('energy', 'electricity.energy', kph),
    property('energy-t2', tariff),
  );
  const { state } = renderTile(of('meter'), home, values({ 'energy-t1': 1, energy: 3, 'energy-t2': 2 }));
  assert.match(state.join(), /^3 kWh/);
});
