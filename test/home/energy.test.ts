import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ChannelTemplate, Energy } from '@azulejo/contract';
import { templateOf } from '@azulejo/devices';
import { announcedDevice, readAnnouncement } from '@azulejo/devices/home-assistant';
import { homeOf } from '../support/arranging-scene.ts';
import { type CounterValues, setUpEnergy } from '../support/energy-scene.ts';
import { DAY, HOUR } from '../support/history-scene.ts';
import { assertApiError, assertExact } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';

const LISBON = 'Europe/Lisbon';
/** On 29 March 2026 the clocks of Lisbon go from 1:00 to 2:00, and on 25 October 2026 from 2:00 back to 1:00. */
const SPRING = Date.UTC(2026, 2, 29);
const AUTUMN = Date.UTC(2026, 9, 24, 23);
/** A Monday in winter, when the clocks of Lisbon show UTC. */
const MONDAY = Date.UTC(2026, 0, 12);

/** Returns values of a counter that rises by `rate` each hour, one at the beginning of each. */
const steady = (from: number, hours: number, rate: number, first = 0): CounterValues =>
  Array.from({ length: hours + 1 }, (_, hour) => [from + hour * HOUR, first + hour * rate] as const);

const day = (from: number) => ({ interval: 'day', tz: LISBON, from, to: from + 20 * HOUR });

type Sensor = { readonly name: string; readonly unit: string };

/** Returns the template of a device that announces sensors of energy as for Home Assistant, and a switch if asked. */
function templateOfSensors(model: string, sensors: readonly Sensor[], isSwitch = false): ChannelTemplate {
  const device = { ids: [model], name: model, mf: 'Maker', mdl: model };
  const announced = sensors.map(({ name, unit }, index) => [
    `sensor/${kebab(model)}/s${index}/config`,
    {
      name,
      dev_cla: 'energy',
      stat_cla: 'total_increasing',
      unit_of_meas: unit,
      stat_t: `x/${index}`,
      device,
    },
  ]);
  const switched = [`switch/${kebab(model)}/relay/config`, { stat_t: 'x/relay', cmd_t: 'x/set', device }];
  const [first, ...others] = [...announced, ...(isSwitch ? [switched] : [])].flatMap(
    ([topic, config]) => readAnnouncement(String(topic), JSON.stringify(config)) ?? [],
  );
  assert.ok(first);
  return templateOf(announcedDevice(first, ...others).definition, { name: 'test', version: '1' });
}

const kebab = (text: string) => text.replaceAll(/\W/g, '-');

onEachEngine('GET /v3/users/{id}/energy', setUpEnergy, (scene) => {
  it('adds up hours by day and month of the time zone, with 23 and 25 hours when the clocks change', async () => {
    const { newPerson, newCounter, read } = scene();
    const ana = await newPerson();
    await newCounter(ana, 'meter', steady(SPRING - DAY, 72, 1));
    for (const [from, hours] of [
      [SPRING, 23],
      [AUTUMN, 25],
    ] as const) {
      const rui = await newPerson();
      await newCounter(rui, 'meter', steady(from - DAY, 80, 1));
      const body = await read(rui.token, day(from));
      assertExact(Energy, body);
      assert.deepEqual(
        body.bars.map(({ consumed }) => consumed),
        [hours],
      );
      const byHour = await read(rui.token, { tz: LISBON, from, to: from + hours * HOUR });
      assert.deepEqual(
        byHour.bars.map(({ consumed }) => consumed),
        Array.from({ length: hours }, () => 1),
      );
    }
    const months = await read(ana.token, {
      interval: 'month',
      tz: LISBON,
      from: Date.UTC(2026, 1, 1),
      to: Date.UTC(2026, 3, 30),
    });
    assert.deepEqual(
      months.bars.map(({ timestamp, consumed }) => [timestamp, consumed]),
      [
        ['2026-02-01T00:00:00.000+0000', undefined],
        ['2026-03-01T00:00:00.000+0000', 72],
        ['2026-03-31T23:00:00.000+0000', undefined],
      ],
    );
  });

  it('divides the hour that midnight cuts in zones off by half an hour, by its values or else by time', async () => {
    const { newPerson, newCounter, read, prefer, platform } = scene();
    const night = {
      currency: 'EUR',
      price: 1,
      second: { price: 0, from: '00:00', to: '06:00', weekends: false },
    };
    for (const [days, shares] of [
      // Of the 10 kWh of the hour, 8 are used before midnight.
      [40, [8, 2]],
      [200, [5, 5]],
    ] as const) {
      const midnight = Math.floor(platform.clock.now() / DAY - days) * DAY - 5.5 * HOUR;
      const rui = await newPerson();
      await prefer(rui.token, { tariff: night });
      await newCounter(rui, 'meter', [
        [midnight - 17 * HOUR, 0],
        [midnight - HOUR / 2, 1],
        [midnight - HOUR / 4, 5],
        [midnight, 9],
        [midnight + HOUR / 4, 10],
        [midnight + HOUR / 2, 11],
        [midnight + 20 * HOUR, 13],
      ]);
      const range = { tz: 'Asia/Kolkata', from: midnight - DAY, to: midnight + DAY };
      const { bars, counters } = await read(rui.token, { ...range, interval: 'day' });
      assert.deepEqual(
        bars.map(({ timestamp, consumed = 0 }) => [
          Date.parse(timestamp),
          Math.round(consumed * 1000) / 1000,
        ]),
        [
          [midnight - DAY, 1 + shares[0]],
          [midnight, shares[1] + 2],
        ],
      );
      assert.equal(Math.round((counters[0]?.consumed ?? 0) * 1000), 13_000);
      assert.equal(bars[0]?.cost, bars[0]?.consumed, 'the part before midnight has the price of the day');
      const hours = await read(rui.token, { ...range, from: midnight - HOUR, to: midnight + HOUR });
      assert.deepEqual(
        hours.bars.map(({ timestamp }) => Date.parse(timestamp)),
        [midnight - HOUR, midnight],
        'hours begin with those of the clock on the wall',
      );
    }
  });

  it('adds up meters of the home, or else devices, in kWh, and keeps production apart', async () => {
    const { newPerson, newCounter, read } = scene();
    const ana = await newPerson();
    const plug = await newCounter(ana, 'plug', steady(MONDAY, 24, 100));
    const other = await newCounter(ana, 'plug', steady(MONDAY, 24, 50));
    const [before] = (await read(ana.token, day(MONDAY))).bars;
    assert.deepEqual([before?.consumed, before?.produced], [3.6, undefined]);
    const meter = await newCounter(ana, 'meter', steady(MONDAY, 24, 1));
    const solar = await newCounter(ana, 'solar', steady(MONDAY, 24, 0.0005));
    const { bars, counters } = await read(ana.token, day(MONDAY));
    assert.deepEqual([bars[0]?.consumed, bars[0]?.produced], [24, 12]);
    const byChannel = new Map(counters.map(({ channel, ...rest }) => [channel, rest]));
    const found = [plug, other, meter, solar].map((id) => {
      const { measures, consumed, produced } = byChannel.get(id) ?? {};
      return [measures, consumed, produced];
    });
    assert.deepEqual(found, [
      ['device', 2.4, undefined],
      ['device', 1.2, undefined],
      ['home', 24, undefined],
      ['home', undefined, 12],
    ]);
    const one = await read(ana.token, { ...day(MONDAY), channel: plug });
    assert.deepEqual([one.bars[0]?.consumed, one.counters.length], [2.4, 1]);
  });

  it('counts announced tariffs once, what is given back not as used, and plugs in watt hours', async () => {
    const { newPerson, newDevice, read } = scene();
    const ana = await newPerson();
    const unit = 'kWh';
    const meter = templateOfSensors('Smart meter', [
      ...['Energy tariff 1', 'Energy tariff 2', 'Energy total', 'Energy today'].map((name) => ({
        name,
        unit,
      })),
      ...['Energy returned', 'Energy returned tariff 1'].map((name) => ({ name, unit })),
    ]);
    const rates = { 'energy-tariff-1': 0.5, 'energy-tariff-2': 1.5, energy: 2, 'energy-today': 2 };
    const returned = { 'returned-energy': 0.75, 'returned-energy-tariff-1': 0.75 };
    const values = Object.entries({ ...rates, ...returned }).map(([id, rate]) => [
      id,
      steady(MONDAY, 24, rate),
    ]);
    await newDevice(ana, meter, Object.fromEntries(values));
    const solar = templateOfSensors('Solar inverter', [{ name: 'Total energy', unit: 'MWh' }]);
    await newDevice(ana, solar, { 'produced-energy': steady(MONDAY, 24, 0.001) });
    const plug = templateOfSensors('Plug', [{ name: 'Energy', unit: 'Wh' }], true);
    const plugId = await newDevice(ana, plug, { energy: steady(MONDAY, 24, 100) });
    const { bars, counters } = await read(ana.token, day(MONDAY));
    // By hand: 24 hours of 2 kWh at the meter, of 1 kWh at the inverter, and of 0.1 kWh at the plug.
    assert.deepEqual([bars[0]?.consumed, bars[0]?.produced], [48, 24]);
    assert.deepEqual(
      counters.map(({ property, consumed, produced }) => [property, consumed ?? produced]).toSorted(),
      [
        ['energy', 2.4],
        ['energy', 48],
        ['produced-energy', 24],
        ['returned-energy', 18],
      ],
    );
    const one = await read(ana.token, { ...day(MONDAY), channel: plugId });
    assert.deepEqual([one.bars[0]?.consumed, one.counters[0]?.measures], [2.4, 'device']);
  });

  it('adds up tariffs without a whole, and takes what is given back for production without an inverter', async () => {
    const { newPerson, newDevice, read } = scene();
    const ana = await newPerson();
    const names = ['Verbrauch Tarif 1', 'Verbrauch Tarif 2', 'Einspeisung'];
    const meter = templateOfSensors(
      'Zähler',
      names.map((name) => ({ name, unit: 'kWh' })),
    );
    await newDevice(ana, meter, {
      'energy-tarif-1': steady(MONDAY, 24, 0.5),
      'energy-tarif-2': steady(MONDAY, 24, 1),
      'returned-energy': steady(MONDAY, 24, 0.25),
    });
    const { bars } = await read(ana.token, day(MONDAY));
    assert.deepEqual([bars[0]?.consumed, bars[0]?.produced], [36, 6]);
  });

  it('begins a new count when a meter falls, spreads gaps, and shows no bar where nothing is known', async () => {
    const { newPerson, newCounter, read } = scene();
    const ana = await newPerson();
    const values: CounterValues = [
      [MONDAY, 900],
      [MONDAY + HOUR, 901],
      [MONDAY + 2 * HOUR, 0],
      [MONDAY + 3 * HOUR, 2],
      [MONDAY + 6 * HOUR, 8],
    ];
    await newCounter(ana, 'meter', values);
    const { bars, counters } = await read(ana.token, { from: MONDAY - HOUR, to: MONDAY + 8 * HOUR });
    assert.deepEqual(
      bars.map(({ consumed, estimated }) => [consumed, estimated]),
      [
        [undefined, undefined],
        [1, undefined],
        [0, undefined],
        [2, undefined],
        [0, undefined],
        [3, 3],
        [3, 3],
        [0, undefined],
        [undefined, undefined],
      ],
    );
    assert.deepEqual([counters[0]?.consumed, counters[0]?.estimated, counters[0]?.resets], [9, 6, 1]);
  });

  it('prices energy by the two rates of the person, minute by minute and with weekends', async () => {
    const { newPerson, newCounter, read, prefer } = scene();
    const ana = await newPerson();
    await newCounter(ana, 'meter', steady(MONDAY, 7 * 24, 1));
    assert.equal((await read(ana.token, day(MONDAY))).currency, undefined);
    const second = { price: 0.1, from: '22:30', to: '06:00', weekends: true };
    const response = await prefer(ana.token, { tariff: { currency: 'EUR', price: 0.3, second } });
    assert.equal(response.status, 200);
    const { bars, counters, currency } = await read(ana.token, {
      interval: 'day',
      tz: LISBON,
      from: MONDAY,
      to: MONDAY + 7 * DAY,
    });
    // 16.5 hours at 0.30 and 7.5 at 0.10; on Saturday and Sunday 24 at 0.10.
    assert.deepEqual(
      bars.map(({ cost }) => cost),
      [5.7, 5.7, 5.7, 5.7, 5.7, 2.4, 2.4],
    );
    assert.deepEqual([counters[0]?.cost, currency], [33.3, 'EUR']);
    const hours = await read(ana.token, { tz: LISBON, from: MONDAY + 21 * HOUR, to: MONDAY + DAY });
    assert.deepEqual(
      hours.bars.map(({ cost }) => cost),
      [0.3, 0.2, 0.1],
    );
    await prefer(ana.token, { tariff: { currency: 'EUR', price: 0.3, second: null } });
    assert.equal((await read(ana.token, day(MONDAY))).bars[0]?.cost, 7.2);
  });

  it('begins with the first whole hour after the person got access', async () => {
    const { newPerson, newCounter, read } = scene();
    const ana = await newPerson();
    await newCounter(ana, 'meter', steady(MONDAY, 24, 1), MONDAY + 10.5 * HOUR);
    const { bars } = await read(ana.token, { from: MONDAY + 9 * HOUR, to: MONDAY + 13 * HOUR });
    assert.deepEqual(
      bars.map(({ consumed }) => consumed),
      [undefined, undefined, 1, 1],
    );
    assert.equal((await read(ana.token, day(MONDAY))).bars[0]?.consumed, 13);
  });

  it('returns the devices of an area without the meter of the home', async () => {
    const { newPerson, newCounter, read, ask, platform } = scene();
    const ana = await newPerson();
    const home = homeOf(platform, ana);
    const channels = [
      await newCounter(ana, 'plug', steady(MONDAY, 24, 100)),
      await newCounter(ana, 'meter', steady(MONDAY, 24, 1)),
    ];
    await newCounter(ana, 'plug', steady(MONDAY, 24, 1_000));
    const { id: group } = await home.newGroup('Hall');
    for (const tile of await home.tiles())
      if (channels.includes(tile.channel)) await home.send('PATCH', `tiles/${tile.id}`, { groups: [group] });
    const { bars, counters } = await read(ana.token, { ...day(MONDAY), group });
    assert.deepEqual([bars[0]?.consumed, counters.length], [2.4, 2]);
    const { errors } = await assertApiError(await ask(ana.token, { group: 'nowhere' }), 'invalid_request');
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['group'],
    );
  });

  it('returns 403 for the homes and 404 for the devices of others', async () => {
    const { newPerson, newCounter, ask } = scene();
    const [ana, rui] = [await newPerson(), await newPerson()];
    const channel = await newCounter(ana, 'meter', steady(MONDAY, 2, 1));
    assert.equal((await ask(ana.token, {}, ana.id)).status, 200);
    await assertApiError(await ask(rui.token, {}, ana.id), 'forbidden');
    await assertApiError(await ask(rui.token, { channel }), 'not_found');
  });

  it('shows today by default, and names the field that is wrong', async () => {
    const { newPerson, read, ask, platform } = scene();
    const ana = await newPerson();
    const { bars, counters, timezone } = await read(ana.token, { tz: 'Asia/Tokyo' });
    assert.deepEqual([counters, timezone], [[], 'Asia/Tokyo']);
    const now = platform.clock.now();
    assert.ok(bars.length <= 24 && Date.parse(bars.at(-1)?.timestamp ?? '') > now - HOUR);
    for (const [query, field] of [
      [{ from: 'yesterday' }, 'from'],
      [{ from: now + HOUR }, 'from'],
      [{ from: now - 801 * HOUR }, 'from'],
      [{ interval: 'day', from: now - 402 * DAY }, 'from'],
      [{ interval: 'month', from: 0 }, 'from'],
      [{ interval: 'week' }, 'interval'],
      [{ tz: 'Lisbon' }, 'tz'],
    ] as const) {
      const { errors } = await assertApiError(await ask(ana.token, query), 'invalid_request');
      assert.deepEqual([errors?.map((each) => each.field), query], [[field], query]);
    }
  });

  it('refuses an invalid tariff, and keeps the tariff when an app replaces the preferences', async () => {
    const { newPerson, prefer, platform } = scene();
    const ana = await newPerson();
    const tariff = {
      currency: 'EUR',
      price: 0.2,
      second: { price: 0.1, from: '22:00', to: '08:00', weekends: false },
    };
    for (const [wrong, field] of [
      [{ currency: 'EURO' }, 'tariff.currency'],
      [{ currency: 'XYZ' }, 'tariff.currency'],
      [{ price: -1 }, 'tariff.price'],
      [{ second: { ...tariff.second, from: '8:00' } }, 'tariff.second.from'],
      [{ second: { ...tariff.second, from: '08:00' } }, 'tariff.second.to'],
    ] as const) {
      const response = await prefer(ana.token, { tariff: { ...tariff, ...wrong } });
      const { errors } = await assertApiError(response, 'invalid_request');
      assert.ok(
        errors?.some((each) => each.field === field),
        JSON.stringify({ wrong, errors }),
      );
    }
    await prefer(ana.token, { tariff });
    const replaced = await platform.request('/v3/users/me/preferences', {
      method: 'POST',
      token: ana.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ units: 'metric' }),
    });
    assert.deepEqual(await replaced.json(), { units: 'metric', tariff });
  });
});
