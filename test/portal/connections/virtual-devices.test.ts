import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  Command,
  PortalVirtualDevice,
  PortalVirtualDeviceDetails,
  VirtualDeviceFault,
  VirtualDeviceValue,
} from '@azulejo/contract';
import { connectMqtt } from '../../support/mqtt.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

const PLUG = 'TS011F_plug_1';
const THERMOSTAT = 'SPZB0001';
const PATH = '/portal/api/virtual-devices';

async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const application = await newApplication(platform, { name: 'Casa Azul' });
  const person = await newPerson(platform, application);
  const known = await platform.server.features.templates.list();
  const templateOf = (model: string) => known.find((each) => each.model === model)?.id ?? '';
  const visitor = await visitPortal(platform, 'developer');
  const create = async (model = PLUG, more: Record<string, unknown> = {}) => {
    const body = { user_id: person.id, template_id: templateOf(model), seed: 7, ...more };
    const reply = await visitor.request(PATH, { method: 'POST', body });
    assert.equal(reply.status, 201, await reply.clone().text());
    return (await reply.json()) as PortalVirtualDevice;
  };
  const get = async ({ channel_id }: PortalVirtualDevice) =>
    readJson<PortalVirtualDeviceDetails>(await visitor.request(`${PATH}/${channel_id}`));
  const change = async (
    { channel_id }: PortalVirtualDevice,
    what: string,
    body: unknown,
    method = 'POST',
  ) => {
    const reply = await visitor.request(`${PATH}/${channel_id}/${what}`, { method, body });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const setFaults = async (device: PortalVirtualDevice, ...faults: VirtualDeviceFault[]) =>
    assert.equal((await change(device, 'faults', { faults }, 'PUT')).status, 200);
  const pathOf = ({ channel_id }: PortalVirtualDevice, component: string, property: string) =>
    `/v3/channels/${channel_id}/components/${component}/properties/${property}/value`;
  /** Writes as a phone does, and waits for the result. */
  const write = async (
    device: PortalVirtualDevice,
    data: unknown,
    property = 'status',
    component = 'socket',
    wait = 5,
  ) => {
    const reply = await platform.request(`${pathOf(device, component, property)}?wait=${wait}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
      token: person.token,
    });
    return (await reply.json()) as Command;
  };
  const lastOf = async (device: PortalVirtualDevice, component: string, property: string) =>
    (await get(device)).values.find((each) => each.component === component && each.property === property)
      ?.data;
  /** Advances the clock in steps, as a running server experiences it. */
  const pass = async (seconds: number, every = 5) => {
    for (let passed = 0; passed < seconds; passed += every) {
      platform.clock.advance({ seconds: every });
      await platform.server.features.simulator.tick();
    }
  };
  const database = await openDatabase();
  const scene = { platform, application, person, visitor, templateOf, database };
  return { ...scene, create, get, change, setFaults, write, lastOf, pass };
}

onEachEngineInFull('the portal’s virtual device API', setUp, (scene) => {
  it("creates a virtual device in a user's home, finds, shows and removes it", async () => {
    const { platform, person, application, visitor, create, get, pass } = scene();
    const device = await create(PLUG, { name: 'Kettle %_plug' });
    assert.deepEqual([device.name, device.seed, device.faults], ['Kettle %_plug', 7, []]);
    assert.deepEqual([device.user?.email, device.application?.name], [person.email, 'Casa Azul']);
    await pass(10);
    const shown = await get(device);
    const status = shown.properties.find(({ property }) => property === 'status');
    assert.deepEqual([status?.schema['type'], status?.is_held], ['boolean', false]);
    assert.deepEqual([shown.tiles.length > 0, shown.channel?.id], [true, device.channel_id]);
    assert.ok(shown.last_said !== null && shown.values.length > 3);
    const found = async (query: string) => {
      const reply = await visitor.request(`${PATH}?${query}`);
      return (await readJson<{ devices: PortalVirtualDevice[] }>(reply)).devices.map(
        ({ channel_id }) => channel_id,
      );
    };
    for (const query of [
      'search=kettle%20%25_',
      `search=${person.email}`,
      `application_id=${application.clientId}`,
      `user_id=${person.id}`,
    ])
      assert.deepEqual(await found(query), [device.channel_id], query);
    for (const query of ['search=kettle_plug', 'search=x%25', 'user_id=nobody'])
      assert.deepEqual(await found(query), [], query);
    const remove = () => visitor.request(`${PATH}/${device.channel_id}`, { method: 'DELETE' });
    assert.deepEqual([(await remove()).status, (await remove()).status], [200, 404]);
    const tiles = await platform.request('/v3/legacy/users/me/tiles', { token: person.token });
    assert.deepEqual(await tiles.json(), { tiles: [] });
  });

  it('lists each virtual device once in pages', async () => {
    const { visitor, create } = scene();
    const made = [await create(), await create(), await create()];
    const seen: string[] = [];
    for (let query = 'limit=2'; query !== ''; ) {
      const reply = await visitor.request(`${PATH}?${query}`);
      const page = await readJson<{ devices: PortalVirtualDevice[]; next: string | null }>(reply);
      seen.push(...page.devices.map(({ channel_id }) => channel_id));
      query = page.next === null ? '' : `limit=2&after=${page.next}`;
    }
    assert.equal(new Set(seen).size, seen.length);
    for (const { channel_id } of made) assert.ok(seen.includes(channel_id));
  });

  it("reports a given value on the user's topic and simulates on from there", async () => {
    const { platform, application, person, create, change, lastOf, pass } = scene();
    const device = await create(THERMOSTAT);
    await pass(10);
    await using phone = await connectMqtt(platform, { clientId: application.clientId, token: person.token });
    await phone.subscribe(`/v3/users/${person.id}/channels/${device.channel_id}/#`);
    const place = { component: 'thermostat', property: 'local-temperature' };
    assert.equal((await change(device, 'report', { ...place, data: 31.5 })).status, 200);
    const received = await phone.next(({ message, retained }) => !retained && message.data === 31.5);
    assert.match(received.topic, /local-temperature\/value$/);
    assert.equal(received.message.io, 'iw');
    await pass(3600, 60);
    const later = Number(await lastOf(device, place.component, place.property));
    assert.ok(later < 31.5 && later > 15, `it cools down from there: ${later}`);
    const { status, body } = await change(device, 'report', { ...place, data: 'warm' });
    assert.deepEqual([status, body['errors']], [422, [{ field: 'data', reason: 'must be number' }]]);
    assert.equal((await change(device, 'report', { ...place, property: 'mood', data: 1 })).status, 404);
  });

  it('holds a value until it is released, whatever happens or is written', async () => {
    const { create, change, get, write, lastOf, pass } = scene();
    const device = await create(THERMOSTAT);
    await pass(10);
    const place = { component: 'thermostat', property: 'local-temperature' };
    const setpoint = { component: 'thermostat', property: 'occupied-heating-setpoint' };
    await change(device, 'report', { ...place, data: 12, hold: true });
    await change(device, 'report', { ...setpoint, data: 8, hold: true });
    await pass(3600, 60);
    assert.equal(await lastOf(device, place.component, place.property), 12);
    const command = await write(device, 25, setpoint.property, setpoint.component);
    assert.deepEqual([command.state, command.answer], ['answered', 8]);
    assert.equal((await get(device)).held, 2);
    await change(device, 'release', setpoint);
    assert.equal((await write(device, 25, setpoint.property, setpoint.component)).state, 'done');
    await change(device, 'release', place);
    await pass(3600, 60);
    assert.notEqual(await lastOf(device, place.component, place.property), 12);
  });

  it('answers no commands while a device is silent, and still reports', async () => {
    const { platform, person, create, setFaults, change, write, lastOf, pass } = scene();
    const [device, other] = [await create(), await create()];
    await pass(10);
    await setFaults(device, 'silent');
    const open = await write(device, false, 'status', 'socket', 0);
    assert.equal((await write(other, false)).state, 'done', 'by now it was asked, too');
    platform.clock.advance({ seconds: 6 });
    await platform.server.features.writePath.settleOverdue();
    const settled = await platform.request(open.href ?? '', { token: person.token });
    assert.equal((await readJson<Command>(settled)).state, 'unanswered');
    assert.equal(await lastOf(device, 'socket', 'status'), true, 'the device did not change its value');
    await change(device, 'report', { component: 'socket', property: 'status', data: false });
    assert.equal(await lastOf(device, 'socket', 'status'), false);
    await setFaults(device);
    assert.equal((await write(device, true)).state, 'done');
  });

  it('refuses every write with a reason while a device is refusing, and accepts again', async () => {
    const { create, setFaults, write, lastOf, pass } = scene();
    const device = await create(PLUG, { faults: ['refusing'] });
    await pass(10);
    const command = await write(device, false);
    assert.deepEqual([command.state, command.reason], ['refused', 'remote_control_disabled']);
    await setFaults(device);
    assert.equal(await lastOf(device, 'socket', 'access'), 'ok');
    assert.equal((await write(device, false)).state, 'done');
  });

  it('reports a device as unreachable while it is away, and reachable again at once', async () => {
    const { create, setFaults, lastOf, write, get, pass } = scene();
    const device = await create(THERMOSTAT);
    await pass(10);
    await setFaults(device, 'away');
    assert.equal(await lastOf(device, 'thermostat', 'access'), 'unreachable');
    const { last_said } = await get(device);
    await pass(3 * 3600, 60);
    assert.equal((await get(device)).last_said, last_said, 'the device reports nothing');
    await setFaults(device);
    assert.equal(await lastOf(device, 'thermostat', 'access'), 'ok');
    assert.equal((await write(device, 24, 'occupied-heating-setpoint', 'thermostat')).state, 'done');
    await pass(3600, 60);
    assert.notEqual((await get(device)).last_said, last_said);
  });

  it('streams the values of a virtual device as they change', async () => {
    const { visitor, platform, create, change, pass } = scene();
    const device = await create();
    await pass(10);
    const stop = new AbortController();
    const reply = await fetch(`${platform.url}${PATH}/${device.channel_id}/values`, {
      headers: { cookie: visitor.cookie, accept: 'text/event-stream' },
      signal: stop.signal,
    });
    const reader = (reply.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    let text = '';
    const until = async (fits: (value: VirtualDeviceValue) => boolean) => {
      for (;;) {
        const values = [...text.matchAll(/^data: (.*)$/gm)].map(
          (each) => JSON.parse(each[1] ?? '') as VirtualDeviceValue,
        );
        if (values.some(fits)) return;
        text += (await reader.read()).value ?? '';
      }
    };
    await until(({ property, data }) => property === 'status' && data === true);
    await change(device, 'report', { component: 'socket', property: 'status', data: false });
    await until(({ property, data }) => property === 'status' && data === false);
    stop.abort();
  });

  it('allows only developers to change virtual devices, and audits changes', async () => {
    const { platform, visitor, database, person, templateOf, create } = scene();
    const device = await create();
    const viewer = await visitPortal(platform, 'viewer');
    assert.equal((await viewer.request(`${PATH}/${device.channel_id}`)).status, 200);
    const one = `${PATH}/${device.channel_id}`;
    const body = { user_id: person.id, template_id: templateOf(PLUG) };
    const changes: [string, string, unknown][] = [
      ['POST', PATH, body],
      ['PUT', `${one}/faults`, { faults: [] }],
      ['POST', `${one}/report`, { component: 'socket', property: 'status', data: true }],
      ['POST', `${one}/release`, { component: 'socket', property: 'status' }],
      ['DELETE', one, undefined],
    ];
    for (const [method, path, changed] of changes)
      assert.equal((await viewer.request(path, { method, body: changed })).status, 403, `${method} ${path}`);
    const refused: [string, string, unknown, number][] = [
      ['POST', PATH, { ...body, user_id: 'nobody' }, 404],
      ['POST', PATH, { ...body, template_id: 'none' }, 404],
      ['POST', PATH, { ...body, seed: -1 }, 400],
      ['POST', PATH, { ...body, faults: ['loud'] }, 400],
      ['POST', PATH, { ...body, name: 'x'.repeat(101) }, 400],
      ['PUT', `${one}/faults`, { faults: ['late', 'late'] }, 400],
      ['PUT', `${PATH}/none/faults`, { faults: [] }, 404],
      ['POST', `${one}/report`, { component: 'socket', property: 'status' }, 400],
    ];
    for (const [method, path, changed, status] of refused) {
      const reply = await visitor.request(path, { method, body: changed });
      assert.equal(
        reply.status,
        status,
        `${method} ${path} ${JSON.stringify(changed)} ${await reply.text()}`,
      );
    }
    platform.clock.advance({ seconds: 1 });
    await visitor.request(`${one}/faults`, { method: 'PUT', body: { faults: ['silent'] } });
    const rows = await database.read
      .selectFrom('audit')
      .select(['actor_id', 'action', 'detail'])
      .where('target_id', '=', device.channel_id)
      .where('action', 'like', 'virtual-device.%')
      .orderBy('at')
      .execute();
    assert.deepEqual(
      rows.map(({ action, detail }) => [action, detail]),
      [
        ['virtual-device.create', person.id],
        ['virtual-device.faults', 'silent'],
      ],
    );
    assert.ok(rows.every(({ actor_id }) => actor_id === visitor.accountId));
  });
});
