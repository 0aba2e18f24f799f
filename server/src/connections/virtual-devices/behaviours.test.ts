import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report, VirtualDevice } from './device.ts';
import { DAY_SECONDS, deviceOf, MORNING, pass, reportsOf, templates } from './testing.ts';

const EVENING = MORNING + 10 * 3_600_000;

const of = (reports: readonly Report[], property: string): unknown[] =>
  reports.filter(({ propertyId }) => propertyId === property).map(({ data }) => data);
const last = (reports: readonly Report[], property: string): unknown => of(reports, property).at(-1);

/** Returns a device of the kind, and its component with the property. */
function simulate(kind: string, property: string, now = MORNING) {
  const found = templates.find(
    (each) => each.kind === kind && each.properties.some(({ id }) => id === property),
  );
  assert.ok(found, `the catalogue has a ${kind} with ${property}`);
  const { device, template } = deviceOf(found, { now });
  const types = template.properties.find(({ id }) => id === property)?.components ?? [];
  const componentId = template.components.find(({ type }) => types.includes(type))?.id ?? '';
  const write = (propertyId: string, data: unknown, at = now) =>
    device.write({ componentId, propertyId, data }, at);
  return { device, template, componentId, write, read: (id: string) => device.read(componentId, id) };
}

const through = (device: VirtualDevice, from: number, seconds: number, every = 5) =>
  reportsOf(device, { from, seconds, every });

describe('virtual device behaviours', () => {
  it('heats a room towards the set-point and reduces the power near it', () => {
    const { device, write, read } = simulate('thermostat', 'pi-heating-demand');
    through(device, MORNING, 60);
    const before = Number(read('local-temperature'));
    const at = MORNING + 60_000;
    const [confirmation] = write('occupied-heating-setpoint', 24, at);
    assert.deepEqual([confirmation?.propertyId, confirmation?.data], ['occupied-heating-setpoint', 24]);
    assert.equal(read('running-state'), 'heat');
    assert.equal(read('pi-heating-demand'), 100);
    const warming = of(through(device, at, 3600), 'local-temperature').map(Number);
    assert.deepEqual(
      warming,
      warming.toSorted((one, other) => one - other),
    );
    assert.ok((warming.at(-1) ?? 0) > before + 1);
    assert.ok((warming.at(-1) ?? 99) < before + 4, 'no room warms faster');
    through(device, at + 3_600_000, 5 * 3600, 30);
    assert.ok(Math.abs(Number(read('local-temperature')) - 24) < 1);
    assert.ok(Number(read('pi-heating-demand')) < 60);
  });

  it('keeps the weekly schedule of a thermostat until another one is written', () => {
    const { write, read } = simulate('thermostat', 'weekly-schedule-monday');
    assert.equal(read('weekly-schedule-monday'), '00:00/17 06:30/21 08:30/18 17:00/21 22:30/17');
    assert.equal(read('weekly-schedule-sunday'), '00:00/17 08:00/21 12:00/21 18:00/21 23:30/17');
    write('weekly-schedule-monday', '00:00/16 07:00/20');
    assert.equal(read('weekly-schedule-monday'), '00:00/16 07:00/20');
    assert.equal(read('weekly-schedule-sunday'), '00:00/17 08:00/21 12:00/21 18:00/21 23:30/17');
    assert.equal(
      String(simulate('thermostat', 'programming-mode').read('programming-mode')).split('  ').length,
      12,
    );
  });

  it('lets the room cool when the thermostat is off', () => {
    const { device, write, read } = simulate('thermostat', 'system-mode');
    through(device, MORNING, 60);
    write('occupied-heating-setpoint', 25);
    write('system-mode', 'off', MORNING + 60_000);
    const before = Number(read('local-temperature'));
    through(device, MORNING + 60_000, 6 * 3600, 60);
    assert.ok(Number(read('local-temperature')) < before);
    if (read('running-state') !== undefined) assert.equal(read('running-state'), 'idle');
  });

  it('meters power and energy of what the plug switches', () => {
    const { device, write, read } = simulate('plug', 'active-power');
    through(device, MORNING, 6 * 3600, 60);
    const at = MORNING + 6 * 3_600_000;
    assert.ok(Number(read('active-power')) > 0);
    const volts = Number(read('voltage'));
    assert.ok(volts > 220 && volts < 240);
    const expected = Number(read('active-power')) / (volts * 0.97);
    assert.ok(Math.abs(Number(read('current')) - expected) < 0.02);
    const more = write('status', false, at);
    assert.equal(last(more, 'active-power'), 0);
    const energy = Number(read('energy'));
    through(device, at, 3600, 60);
    assert.equal(read('energy'), energy);
    write('status', true, at + 3_600_000);
    through(device, at + 3_600_000, DAY_SECONDS, 60);
    assert.ok(Number(read('energy')) > energy);
  });

  it('counts energy as power over time', () => {
    const { device, read } = simulate('meter', 'energy', EVENING);
    device.advance(EVENING);
    const before = Number(read('energy'));
    let kilowattHours = 0;
    for (const _ of pass(device, { from: EVENING, seconds: 7200, every: 10 }))
      kilowattHours += (Number(read('active-power')) * 10) / 3_600_000;
    assert.ok(kilowattHours > 0.5);
    assert.ok(Math.abs(Number(read('energy')) - before - kilowattHours) < 0.05);
  });

  it('keeps a lamp’s brightness and switch consistent', () => {
    const { device, write, read } = simulate('color-light', 'brightness');
    through(device, MORNING, 10);
    write('brightness', 40);
    assert.deepEqual([read('status'), read('brightness')], [true, 40]);
    write('brightness', 0);
    assert.deepEqual([read('status'), read('brightness')], [false, 0]);
    write('status', true);
    assert.deepEqual([read('status'), read('brightness')], [true, 40]);
    const color = { h: 200, s: 50, v: 100 };
    assert.deepEqual(write('color', color)[0]?.data, color);
    assert.deepEqual(read('color'), color);
  });

  it('switches lamps in the evening, but not soon after someone set them', () => {
    const { device, write } = simulate('color-light', 'brightness', EVENING);
    write('status', true, EVENING);
    assert.deepEqual(of(through(device, EVENING, 3 * 3600 - 60), 'status'), []);
    const days = Array.from({ length: 20 }, (_, seed) =>
      through(deviceOf('color-light', { seed, now: EVENING }).device, EVENING, 6 * 3600, 30),
    );
    assert.ok(days.filter((reports) => of(reports, 'status').length > 1).length > 10);
  });

  it('reports motion, and its end after the time-out', () => {
    const { device, template } = simulate('motion', 'occupancy', EVENING);
    const changes = [...pass(device, { from: EVENING, seconds: 3 * 3600 })].flatMap(({ at, reports }) =>
      of(reports, 'occupancy').map((isOccupied) => ({ at, isOccupied })),
    );
    assert.ok(changes.length > 4, `${template.model} fires`);
    changes.forEach(({ at, isOccupied }, index) => {
      const before = changes[index - 1];
      assert.notEqual(isOccupied, before?.isOccupied);
      if (before?.isOccupied === true) assert.ok(at - before.at >= 15_000);
    });
  });

  it('opens a door now and then, mostly for a moment, and counts it', () => {
    const { device, read } = simulate('contact', 'trigger-count');
    const open = of(through(device, MORNING, 3 * DAY_SECONDS, 10), 'open');
    const times = open.filter((isOpen) => isOpen === true).length;
    assert.ok(times > 5 && times < 200);
    assert.equal(read('trigger-count'), times);
  });

  it('moves a cover gradually from either side and stops on command', () => {
    const { device, write, read } = simulate('cover', 'command');
    device.advance(MORNING);
    write('position', 100);
    through(device, MORNING, 60);
    const at = MORNING + 60_000;
    assert.equal(write('position', 20, at)[0]?.data, 20);
    const way = of(through(device, at, 40), 'position');
    assert.ok(way.length >= 4, `says where it is: ${way}`);
    assert.equal(way.at(-1), 20);
    write('command', 'OPEN', at + 60_000);
    through(device, at + 60_000, 10);
    write('command', 'STOP', at + 70_000);
    const stopped = Number(read('position'));
    assert.ok(stopped > 20 && stopped < 100);
    through(device, at + 70_000, 60);
    assert.equal(read('position'), stopped);
  });

  it('unlocks a lock when people come home, and locks it again', () => {
    const { device, write, read } = simulate('lock', 'lock-state', EVENING);
    const changes = of(through(device, EVENING, DAY_SECONDS), 'lock-state');
    assert.ok(changes.filter((state) => state === 'unlocked').length > 1);
    write('locked', false, EVENING + 90_000_000);
    assert.equal(read('lock-state'), 'unlocked');
    through(device, EVENING + 90_000_000, 7200);
    assert.equal(read('locked'), false, 'a lock that a write unlocked does not lock itself again');
  });

  it('sounds a siren until its time is over or it is stopped', () => {
    const { device, write, read } = simulate('siren', 'alarm');
    device.advance(MORNING);
    const start = templates
      .find((each) => each.kind === 'siren' && each.properties.some(({ id }) => id === 'alarm'))
      ?.properties.some(({ id }) => id === 'siren-on');
    const [name, on] = start ? ['siren-on', true] : ['warning', { mode: 'burglar' }];
    write(name, on);
    assert.equal(read('alarm'), true);
    through(device, MORNING, 3600);
    assert.equal(read('alarm'), false);
  });

  it('raises smoke alarms rarely, and ends them', () => {
    let alarms = 0;
    for (let seed = 0; seed < 10; seed += 1) {
      const { device, template } = deviceOf('smoke', { seed });
      const states = of(through(device, MORNING, 7 * DAY_SECONDS, 60), 'smoke');
      const count = states.filter((smoke) => smoke === true).length;
      alarms += count;
      assert.ok(count <= 3, template.model);
      assert.equal(states.filter((smoke) => smoke === false).length >= count, true);
    }
    assert.ok(alarms > 0);
  });

  it('makes a room’s climate follow the day within liveable bounds', () => {
    const { device } = simulate('climate-sensor', 'pressure');
    const reports = through(device, MORNING, 2 * DAY_SECONDS, 60);
    const temperatures = of(reports, 'temperature').map(Number);
    assert.ok(temperatures.length > 20);
    assert.ok(Math.min(...temperatures) > 14 && Math.max(...temperatures) < 28);
    assert.ok(Math.max(...temperatures) - Math.min(...temperatures) > 0.8);
    const humidities = of(reports, 'humidity').map(Number);
    assert.ok(Math.min(...humidities) > 25 && Math.max(...humidities) < 80);
    for (const pressure of of(reports, 'pressure'))
      assert.ok(Number(pressure) > 990 && Number(pressure) < 1040);
  });

  it('makes illuminance follow the sun', () => {
    const { device, read } = simulate('illuminance', 'illuminance');
    const luxAfter = (hours: number) => {
      device.advance(MORNING + hours * 3_600_000);
      return Number(read('illuminance'));
    };
    const [noon, night] = [luxAfter(4), luxAfter(17)];
    assert.ok(noon > 100 && night < 20, `${noon} lux at noon, ${night} in the night`);
  });

  it('drains a battery, reports it as low, and replaces it', () => {
    const componentId = simulate('contact', 'battery').componentId;
    const found = templates.find(
      ({ kind, properties }) =>
        kind === 'contact' &&
        ['battery', 'battery-low'].every((id) => properties.some((each) => each.id === id)),
    );
    assert.ok(found);
    const known = [{ componentId, propertyId: 'battery', data: 16, timestamp: MORNING }];
    const { device } = deviceOf(found, { known });
    const reports = through(device, MORNING, 120 * DAY_SECONDS, 3600);
    const charges = of(reports, 'battery').map(Number);
    assert.ok(of(reports, 'battery-low').includes(true));
    assert.ok(
      Math.min(...charges) < 3 && charges.some((charge, index) => charge > (charges[index - 1] ?? 100) + 90),
    );
  });

  it('reports only the actions that a button has, and stores no state', () => {
    const { device, template, componentId } = simulate('button', 'action');
    const words = template.properties.find(({ id }) => id === 'action')?.schemaExtension['enum'];
    const pressed = of(through(device, MORNING, 2 * DAY_SECONDS, 30), 'action');
    assert.ok(pressed.length > 3);
    for (const word of pressed) assert.ok(Array.isArray(words) && words.includes(word));
    device.advance(MORNING + 3 * 86_400_000);
    device.write({ componentId, propertyId: 'identify', data: 'identify' }, MORNING + 3 * 86_400_000);
    assert.equal(device.read(componentId, 'action'), undefined);
  });

  it('lets water through a valve, and shuts it before the garden is flooded', () => {
    const { device, write, read } = simulate('valve', 'flow');
    device.advance(MORNING);
    write('status', true);
    through(device, MORNING, 600);
    assert.ok(Number(read('flow')) > 0.5);
    assert.ok(Math.abs(Number(read('real-time-irrigation-volume')) - 125) < 10);
    through(device, MORNING + 600_000, 3600);
    assert.deepEqual([read('status'), read('flow')], [false, 0]);
  });

  it('keeps a fan’s switch and mode consistent', () => {
    const { device, write, read, template } = simulate('fan', 'filter-age');
    device.advance(MORNING);
    write('fan-mode', 'off');
    assert.equal(read('status'), false, template.model);
    write('status', true);
    assert.notEqual(read('fan-mode'), 'off');
    write('fan-mode', '7');
    assert.deepEqual([read('status'), read('fan-speed')], [true, 7]);
  });

  it('stores what else can be written, and ignores unknown components', () => {
    const { device, write, read, componentId } = simulate('thermostat', 'child-lock');
    device.advance(MORNING);
    assert.deepEqual(write('child-lock', true), [{ componentId, propertyId: 'child-lock', data: true }]);
    assert.equal(read('child-lock'), true);
    assert.deepEqual(device.write({ componentId: 'none', propertyId: 'status', data: 1 }, MORNING), []);
  });
});
