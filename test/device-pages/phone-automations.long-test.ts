import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Agent, Worker } from '@azulejo/contract';
import {
  listen,
  liveScene,
  newListener,
  newManagedLamp,
  propertyOf,
  say,
  topicOf,
} from '../mqtt/live-scene.ts';
import { readJson } from '../support/replies.ts';
import { type DatabaseStage, onEachEngine } from '../support/scene.ts';
import type { Dialect } from './bridges.ts';
import { choose, type EditorType, finish, type HandedAll, save, setUpEditor } from './editor-stand.ts';

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

/** What each app does with an automation before it sends it. */
const sent: Record<Dialect, (units: readonly object[], isEdit: boolean) => unknown> = {
  android: (units, isEdit) =>
    withoutNulls(units.map((unit) => pick(unit as Members, isEdit ? EDITED : CREATED))),
  ios: (units) => withLongNumbers(units),
};

async function setUp(stage: DatabaseStage) {
  const live = await liveScene(stage);
  const { open } = await setUpEditor({ ...stage, start: async () => live.platform });
  return { ...live, open };
}

const engines = { engines: ['sqlite'] } as const;

onEachEngine(
  'an automation that a phone app makes',
  setUp,
  (scene) => {
    /** A person with two lamps of managers, and what the app of a phone does. */
    async function newHome(dialect: Dialect) {
      const { platform, db, open } = scene();
      const listener = await newListener(scene());
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
      async function handed(channelId: string): Promise<HandedAll> {
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
        return withoutNulls(kept) as HandedAll;
      }

      /** Makes a rule in the editor of the app. */
      async function edit(type: EditorType, channelId: string, label: string): Promise<readonly object[]> {
        const stand = await open(dialect, type, await handed(channelId));
        await choose(stand.page, label);
        await stand.page.getByRole('button', { name: 'On', exact: true }).first().click();
        await save(stand.page);
        await finish(stand);
        return stand.saved.at(-1)?.ruleUnit.rules ?? [];
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
        await say(source, propertyOf(switched.channelId), { io: 'iw', data: false });
        await say(source, propertyOf(switched.channelId), { io: 'iw', data: true });
        const topic = topicOf(followed, propertyOf(followed.channelId));
        const { message } = await target.next(
          ({ topic: heard, message: { io } }) => heard === topic && io === 'w',
        );
        const { sender, on_behalf_of: onBehalfOf } = message as Members;
        assert.deepEqual([message.data, sender, onBehalfOf], [true, home.listener.clientId, home.person.id]);

        const [ran] = await home.workers();
        assert.ok(ran);
        assert.match(ran.lastRun ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
        const agent = async () => readJson<Agent>(await home.call('GET', `/v3/users/me/agents/${id}`));
        const before = await agent();
        const edited = { ...about, id, ...units(true, ran) };
        assert.equal((await home.send('PUT', `/${id}`, edited)).status, 200);
        assert.deepEqual((await agent()).definition, before.definition);
        assert.deepEqual((await home.workers())[0]?.triggers, ran.triggers);
      });
    }
  },
  engines,
);
