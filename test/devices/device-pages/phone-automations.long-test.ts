import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Automation, Worker } from '@azulejo/contract';
import {
  listen,
  liveScene,
  newManagedLamp,
  newMember,
  propertyOf,
  sendMessage,
  topicOf,
} from '../../connections/mqtt/live-scene.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';
import type { Dialect } from './bridges.ts';
import { type AllPageDevices, choose, type EditorType, finish, save, setUpEditor } from './editor-harness.ts';

type Members = Record<string, unknown>;
type Channel = { readonly id: string; readonly properties: readonly Members[] };
type Tile = { readonly channel: string };

/** What Gson keeps of a unit: the members of its class, on an edit without those that it does not read. */
const CREATED = [
  'profile',
  'channel',
  'component',
  'property',
  'label',
  'choices',
  'photoUrl',
  'photoUrlAlt',
  'labels',
];
const EDITED = ['profile', 'channel', 'component', 'label', 'choices'];
const ANDROID_LOSES = ['mainActionPriority', 'mainInformationPriority'];

const pick = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.flatMap((name) => (name in members ? [[name, members[name]]] : [])));

/** Gson leaves out members that are null. */
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, each: unknown) => (each === null ? undefined : each)));

/** NSJSONSerialization writes numbers with 17 digits. */
const withLongNumbers = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+\.\d+/g, (token) =>
      token.startsWith('"') ? token : Number(token).toPrecision(17),
    ),
  );

/** Changes an automation as each app does before it sends it. */
const sent: Record<Dialect, (units: readonly object[], isEdit: boolean) => unknown> = {
  android: (units, isEdit) =>
    withoutNulls(units.map((unit) => pick(unit as Members, isEdit ? EDITED : CREATED))),
  ios: (units) => withLongNumbers(units),
};

async function setUp(stage: Stage) {
  const live = await liveScene(stage);
  const { open } = await setUpEditor({ ...stage, start: async () => live.platform });
  return { ...live, open };
}

const engines = { engines: ['sqlite'] } as const;

onEachEngine(
  'an automation that a phone app makes',
  setUp,
  (scene) => {
    /** Creates a person with two lamps of managers, and returns the calls of a phone app. */
    async function newHome(dialect: Dialect) {
      const { platform, db, open } = scene();
      const listener = await newMember(scene());
      const { person } = listener;
      const call = (method: string, path: string, body?: object) =>
        platform.request(path, {
          method,
          token: person.token,
          headers: { 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
      const legacy = '/v3/legacy/users/me';
      const specs = 'include=specs,context,capabilities';

      /** Reads what the picker shows, and passes a device on to the editor as the app does. */
      async function pageDevices(channelId: string): Promise<AllPageDevices> {
        const { tiles } = await readJson<{ tiles: Tile[] }>(await call('GET', `${legacy}/tiles?${specs}`));
        const { channels } = await readJson<{ channels: Channel[] }>(
          await call('GET', `${legacy}/channels?include=channelProperties,context,capabilities`),
        );
        const all = {
          tiles: tiles.filter(({ channel }) => channel === channelId),
          channels: channels.filter(({ id }) => id === channelId),
        };
        if (dialect === 'ios') return all;
        const properties = (channel: Channel) =>
          channel.properties.map((each) =>
            pick(
              each,
              Object.keys(each).filter((name) => !ANDROID_LOSES.includes(name)),
            ),
          );
        const kept = {
          ...all,
          channels: all.channels.map((each) => ({ ...each, properties: properties(each) })),
        };
        return withoutNulls(kept) as AllPageDevices;
      }

      /** Makes a rule in the editor of the app. */
      async function edit(type: EditorType, channelId: string, label: string): Promise<readonly object[]> {
        const harness = await open(dialect, type, await pageDevices(channelId));
        await choose(harness.page, label);
        await harness.page.getByRole('button', { name: 'On', exact: true }).first().click();
        await save(harness.page);
        await finish(harness);
        return harness.saved.at(-1)?.ruleUnit.rules ?? [];
      }
      return {
        listener,
        person,
        call,
        edit,
        workers: async () =>
          (await readJson<{ workers: Worker[] }>(await call('GET', `${legacy}/workers`))).workers,
        send: (method: string, below: string, body: object) =>
          call(method, `${legacy}/workers${below}`, body),
        newLamp: () => newManagedLamp(platform, db, person.id),
      };
    }

    for (const dialect of ['android', 'ios'] as const) {
      it(`runs an automation, shows when it ran, and keeps it the same after an edit in the ${dialect} app`, async () => {
        const { platform } = scene();
        const home = await newHome(dialect);
        const [switched, followed] = [await home.newLamp(), await home.newLamp()];
        const triggers = await home.edit('trigger', switched.channelId, 'On/off becomes');
        const actions = await home.edit('action', followed.channelId, 'On/off set to');
        const units = (
          isEdit: boolean,
          from: { triggers: readonly object[]; actions: readonly object[] },
        ) => ({
          triggers: sent[dialect](from.triggers, isEdit),
          actions: sent[dialect](from.actions, isEdit),
          states: [],
          unsorted: [],
        });
        const about = { user: home.person.id, label: 'Follow', enabled: true };
        const created = await home.send('POST', '', { ...about, ...units(false, { triggers, actions }) });
        assert.equal(created.status, 201, await created.clone().text());
        const { id } = (await created.json()) as Worker;

        await using source = await listen(platform, switched);
        await using target = await listen(platform, followed);
        await sendMessage(source, propertyOf(switched.channelId), { io: 'iw', data: false });
        await sendMessage(source, propertyOf(switched.channelId), { io: 'iw', data: true });
        const topic = topicOf(followed, propertyOf(followed.channelId));
        const { message } = await target.next(
          ({ topic: received, message: { io } }) => received === topic && io === 'w',
        );
        const { sender, on_behalf_of: onBehalfOf } = message as Members;
        assert.deepEqual([message.data, sender, onBehalfOf], [true, home.listener.clientId, home.person.id]);

        const [ran] = await home.workers();
        assert.ok(ran);
        assert.match(ran.lastRun ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
        const automation = async () =>
          readJson<Automation>(await home.call('GET', `/v3/users/me/automations/${id}`));
        const before = await automation();
        const edited = { ...about, id, ...units(true, ran) };
        assert.equal((await home.send('PUT', `/${id}`, edited)).status, 200);
        assert.deepEqual((await automation()).definition, before.definition);
        assert.deepEqual((await home.workers())[0]?.triggers, ran.triggers);
      });
    }
  },
  engines,
);
