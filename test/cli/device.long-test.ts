import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import { clientToken, newApplication, newPerson, type Person } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

type Template = { id: string; name: string; vendor: string; model: string; kind: string; version: number };
type Channel = { id: string; name: string; template: string };
type Value = { component: string; property: string; data: unknown };
type Device = { client_id: string; client_secret: string; channel: string; channels: Channel[] };
type Demo = { exists: boolean; channels: Channel[] };

forEachEngineInFull((_engine, _open, newPlace) => {
  it('adds a device to a home, which a running server shows at once', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const person = await newPerson(platform, await newApplication(platform));
    const [template] = await answerOf<Template[]>(place, ['template', 'list']);
    assert.ok(template);
    const list = async () => {
      const response = await platform.request('/v3/legacy/users/me/channels?include=specs', {
        token: person.token,
      });
      return ((await response.json()) as { channels: { id: string }[] }).channels.map(({ id }) => id);
    };
    assert.deepEqual(await list(), []);
    const args = ['channel', 'create', '--user', person.id, '--template', template.id, '--name', 'Hall'];
    const channel = await answerOf<Channel>(place, args);
    assert.deepEqual([channel.name, channel.template], ['Hall', template.id]);
    assert.deepEqual(await list(), [channel.id]);
    const unnamed = await answerOf<Channel>(place, [...args.slice(0, -1), ' ']);
    assert.equal(unnamed.name, template.name);
  });

  it('creates a device that signs in, and removes it', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const application = await newApplication(platform);
    const person = await newPerson(platform, application);
    const [template] = await answerOf<Template[]>(place, ['template', 'list']);
    const channelOf = ({ id }: Person) => ['--user', id, '--template', template?.id ?? ''];
    const create = ['device', 'create', ...channelOf(person)];
    const made = await answerOf<Device>(place, [...create, '--name', 'Hall']);
    const device = { clientId: made.client_id, secret: made.client_secret };
    assert.deepEqual((await clientToken(platform, device, 'device')).scope, ['device']);
    const [listed] = await answerOf<Device[]>(place, ['device', 'list', '--user', person.id]);
    assert.deepEqual(listed?.channels, [{ id: made.channel, name: 'Hall' }]);
    const own = await answerOf<Channel>(place, [
      'channel',
      'create',
      ...channelOf(await newPerson(platform, application)),
    ]);
    await platform.server.db.write(async (tx) => {
      await tx.updateTable('channels').set('creator_id', made.client_id).where('id', '=', own.id).execute();
    });
    const channelsAt = async (...of: string[]) =>
      (await answerOf<Device[]>(place, ['device', 'list', ...of])).map(({ channels }) =>
        channels.map(({ id }) => id),
      );
    assert.deepEqual(await channelsAt('--user', person.id), [[made.channel]]);
    assert.deepEqual((await channelsAt()).flat().toSorted(), [made.channel, own.id].toSorted());
    assert.equal((await azulejo(place, ['device', 'list'])).stdout.includes(made.client_secret), false);
    // The list of applications omits devices, of which there may be thousands.
    const applications = await answerOf<{ client_id: string }[]>(place, ['application', 'list']);
    const { id: homeId } = await platform.server.features.homeApplication.get();
    // Both were created at the same time of the test's clock, so their order is undefined.
    const listedIds = applications.map(({ client_id }) => client_id);
    assert.deepEqual(listedIds.sort(), [homeId, application.clientId].sort());

    const rotated = await answerOf<Device>(place, ['device', 'rotate-secret', made.client_id]);
    await clientToken(platform, { ...device, secret: rotated.client_secret }, 'device');
    await answerOf(place, ['device', 'remove', made.client_id]);
    assert.deepEqual(await answerOf(place, ['device', 'list']), []);
    assert.match((await refusalOf(place, ['device', 'remove', made.client_id])).message, /no device/);
    assert.equal((await answerOf<Channel>(place, [...create, '--name', ''])).name, template?.name);
    assert.match((await refusalOf(place, ['device', 'remove', application.clientId])).message, /no device/);
    const unknown = ['device', 'create', '--user', person.id, '--template', 'none'];
    assert.match((await refusalOf(place, unknown)).message, /no channel template "none"/);
  });

  it('refuses an empty id, and does not take it for all', async () => {
    const place = await newPlace();
    await using _platform = await startPlatform({ place });
    const [template] = await answerOf<Template[]>(place, ['template', 'list']);
    for (const args of [
      ['device', 'create', '--user', '', '--template', template?.id ?? ''],
      ['device', 'list', '--user', ''],
      ['template', 'show', ''],
      ['template', 'show', '..'],
    ])
      assert.match((await refusalOf(place, args)).message, /is no id/);
    assert.deepEqual(await answerOf<Device[]>(place, ['device', 'list']), []);
  });

  it('adds a virtual device to a home, which a running server soon simulates', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const person = await newPerson(platform, await newApplication(platform));
    const templates = await answerOf<Template[]>(place, ['template', 'list']);
    const template = templates.find(({ kind }) => kind === 'thermostat')?.id ?? '';
    const create = ['channel', 'create', '--user', person.id, '--template', template];
    await platform.server.features.simulator.tick();
    const made = await answerOf<Channel & { is_virtual: boolean }>(place, [
      ...create,
      '--virtual',
      '--seed',
      '3',
    ]);
    assert.equal(made.is_virtual, true);
    for (let step = 0; step < 3; step += 1) {
      platform.clock.advance({ seconds: 5 });
      await platform.server.features.simulator.tick();
    }
    assert.ok((await answerOf<Value[]>(place, ['value', 'get', made.id])).length > 5);
    assert.match((await refusalOf(place, [...create, '--faults', 'late'])).message, /add --virtual/);
  });

  it('creates the demo, reads its values, and removes it completely', async () => {
    const place = await newPlace();
    const made = await azulejo(place, ['demo', 'create']);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /open +http\S+\/home\n +username +ana@demo\.example\n +password +\w+\n/);
    const { channels } = await answerOf<Demo>(place, ['demo', 'show']);
    assert.ok(channels.length >= 24);

    const [channel] = channels;
    assert.ok(channel);
    const values = await answerOf<Value[]>(place, ['value', 'get', channel.id]);
    const [value] = values;
    assert.ok(value);
    const address = ['value', 'get', channel.id, value.component, value.property];
    assert.equal((await azulejo(place, address)).stdout, `${JSON.stringify(value.data)}\n`);
    assert.equal((await azulejo(place, ['demo', 'remove'])).stdout, 'The demo was removed.\n');
    assert.deepEqual(await answerOf(place, ['demo', 'show']), { exists: false });
    assert.equal((await refusalOf(place, ['value', 'get', channel.id])).kind, 'not_found');
  });
});

forEachEngineInFull((engine, _open, newPlace) => {
  if (engine !== 'sqlite') return;

  it('shows values as a table or as one record, and refuses unknown addresses', async () => {
    const place = await newPlace();
    await answerOf(place, ['demo', 'create']);
    assert.match((await refusalOf(place, ['demo', 'create'])).message, /a demo already exists/);
    const { channels } = await answerOf<Demo>(place, ['demo']);
    const get = ['value', 'get', channels[0]?.id ?? ''];
    const { stdout } = await azulejo(place, get);
    const [heading, first = ''] = stdout.split('\n');
    assert.match(heading ?? '', /^COMPONENT +PROPERTY +VALUE +TIME +CAUSE$/);
    const [component = '', property = ''] = first.split(/ +/);
    const value = await answerOf<Value>(place, [...get, component, property]);
    assert.deepEqual([value.component, value.property], [component, property]);
    assert.match((await refusalOf(place, [...get, 'none'])).message, /no component "none"; it has/);
    const unknown = ['channel', 'create', '--user', 'ana@demo.example', '--template', 'none'];
    assert.match((await refusalOf(place, unknown)).message, /no channel template "none"/);
  });

  it('lists the catalogue, and stores changed templates as new versions before the first start', async () => {
    const place = await newPlace();
    const [definition] = await loadTemplates();
    assert.ok(definition);
    const file = join(place.dataDir, 'template.json');
    await writeFile(file, JSON.stringify(definition));
    assert.match((await azulejo(place, ['template', 'import', file])).stdout, /^Nothing new/);

    const listed = await answerOf<Template[]>(place, ['template', 'list']);
    assert.ok(listed.length >= 60);
    for (const member of ['id', 'name', 'vendor', 'model', 'kind', 'version'])
      assert.ok(member in (listed[0] ?? {}));
    assert.match(
      (await azulejo(place, ['template', 'list'])).stdout,
      /^VENDOR +MODEL +NAME +KIND +VERSION +ID\n/,
    );

    await writeFile(file, JSON.stringify([{ ...definition, name: 'Renamed' }]));
    const stored = await answerOf<Template[]>(place, ['template', 'import', file]);
    assert.deepEqual(
      stored.map(({ id, name, version }) => ({ id, name, version })),
      [{ id: definition.id, name: 'Renamed', version: 2 }],
    );
    await writeFile(file, JSON.stringify({ ...definition, tiles: 'none' }));
    const refused = await refusalOf(place, ['template', 'import', file]);
    assert.match(refused.message, /template\.json: tiles must be a list/);
    await writeFile(file, JSON.stringify({ ...definition, picture: 'none.png' }));
    assert.match(
      (await refusalOf(place, ['template', 'import', file])).message,
      /template\.json: picture is not a known picture: none\.png/,
    );
  });
});
