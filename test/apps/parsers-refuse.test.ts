import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../support/scene.ts';
import { openAndroidApp } from './android-app.ts';
import * as android from './android-parser.ts';
import { type DevicesTabAnswers, readAgentsTab, readDevicesTab } from './android-screens.ts';
import { askAgentsTab, askDevicesTab } from './android-tabs.ts';
import { openIosApp } from './ios-app.ts';
import * as ios from './ios-parser.ts';
import { readStart, readTabs, type TabsAnswers } from './ios-screens.ts';
import { askTabs } from './ios-tabs.ts';
import { addLamps, EMAIL, installation, PASSWORD } from './lamps.ts';
import { createTiles } from './live-messages.ts';
import { Unreadable } from './rules.ts';

// biome-ignore lint/suspicious/noExplicitAny: what is corrupted may be anything
type Corrupted = any;
type Change = [title: string, corrupt: (answers: Corrupted) => void, why: RegExp];

const lamp = ({ tiles }: Corrupted) => tiles.tiles[0];
const channelOf = ({ channels, tiles }: Corrupted) =>
  channels.channels.find(({ id }: Corrupted) => id === tiles.tiles[0].channel);
const propertyOf = (answers: Corrupted, wanted: string) =>
  channelOf(answers).properties.find(({ id }: Corrupted) => id === wanted);
const isShown = (answers: Corrupted, type: string) =>
  lamp(answers).information.find((each: Corrupted) => each.type === type);

/** Changes on which both apps fail, each for its own reason. */
const both: readonly Change[] = [
  ['no list of tiles', (a) => delete a.tiles.tiles, /missing|no list/],
  ['null for the tiles', (a) => (a.tiles.tiles = null), /no list|is null/],
  ['no list of channels', (a) => delete a.channels.channels, /missing|no list/],
  ['a tile without groups', (a) => delete lamp(a).groups, /groups: is missing/],
  ['a tile without information', (a) => delete lamp(a).information, /information: is missing/],
  ['a tile without actions', (a) => delete lamp(a).actions, /actions: is missing/],
  ['a tile without components', (a) => delete lamp(a).components, /components: is missing/],
  ['an empty picture', (a) => (lamp(a).photoUrl = ''), /photoUrl: is no absolute URL/],
  ['a picture by its path', (a) => (lamp(a).photoUrlAlt = '/images/lamp.png'), /no absolute URL/],
  ['a tile in a group that is not listed', (a) => (lamp(a).groups = ['gone']), /none of its groups is/],
  ['a tile in no group', (a) => (lamp(a).groups = []), /none of its groups is/],
  ['a tile of a channel that is not listed', (a) => (lamp(a).channel = 'gone'), /its channel is not listed/],
  [
    'an action of a component that is not there',
    (a) => (lamp(a).actions[0].componentType = 'gone'),
    /no component is of type "gone"/,
  ],
  [
    'information on a property that is not there',
    (a) => (lamp(a).information[0].property = 'gone'),
    /no property "gone"/,
  ],
  [
    'properties by the id of a component alone',
    (a) => (propertyOf(a, 'status').components = ['x1']),
    /no property/,
  ],
  ['a number as mapping', (a) => (lamp(a).actions[0].options.mappings.on = 1), /maps to/],
  ['an action that is no toggle first', (a) => (lamp(a).actions[0].type = 'button'), /no toggle first/],
  [
    'the toggle’s property as information',
    (a) => lamp(a).information.push({ ...lamp(a).information[0], property: 'status', type: 'text' }),
    /which never moves/,
  ],
  [
    'an expression that is no arithmetic',
    (a) => (isShown(a, 'text-expression').options.mathExpression = 'x % 2'),
    /has a sign/,
  ],
  ['an area without id', (a) => delete a.tileGroups.tileGroups[0].id, /id/],
  ['a group in nothing', (a) => (a.tileGroups.tileGroups[0].parent = ''), /parent/],
  ['no interface', (a) => delete channelOf(a).interface, /interface: is no object/],
  ['an interface without etag', (a) => (channelOf(a).interface.etag = ''), /etag/],
  [
    'a video without ratio',
    (a) => (channelOf(a).interface.native = [{ id: 'v', type: 'video', size: '' }]),
    /ratio/,
  ],
  [
    'a context among the devices',
    (a) => (lamp(a).channel = a.channels.channels.at(-1).id),
    /is a device that is none/,
  ],
];

const androidOnly: readonly Change[] = [
  ['null for a list of a channel', (a) => (channelOf(a).categories = null), /no list/],
  ['an object for a text', (a) => (channelOf(a).content = {}), /no text/],
  ['a fraction for a whole number', (a) => (propertyOf(a, 'status').rateLimit = 0.5), /no whole number/],
  ['an area without label', (a) => (a.tileGroups.tileGroups[0].label = null), /label: is missing/],
  [
    'a group whose area is gone',
    (a) => (a.tileGroups.tileGroups[0].parent = 'gone'),
    /its parent is no area/,
  ],
  ['notifications as an object', (a) => (a.preferences.notifications = {}), /notifications: is no text/],
  [
    'a template without additionable',
    (a) => delete a.templates.elements[0].template.additionable,
    /additionable/,
  ],
  ['an element without template', (a) => delete a.templates.elements[0].template, /template: is no object/],
  [
    'services with an empty picture',
    (a) => a.services.services.push({ id: 's', photoUrlSquared: '' }),
    /no absolute URL/,
  ],
  ['no list of subscriptions', (a) => delete a.subscriptions.serviceSubscriptions, /is missing/],
  ['a table of units without conversions', (a) => delete a.units.unitCalc, /unitCalc/],
];

const iosOnly: readonly Change[] = [
  ['a remote id of its own', (a) => (channelOf(a).remoteId = 'x'), /hears nothing/],
  ['null anywhere', (a) => (channelOf(a).place = null), /place: is null/],
  ['an etag without quotes', (a) => (channelOf(a).interface.etag = 'v1'), /ETag/],
  ['an etag in capitals', (a) => (channelOf(a).interface.etag = '"V1"'), /ETag/],
  ['a dot in the id of a page', (a) => (channelOf(a).interface.uuid = 'a.b'), /key of a page/],
  ['a picture that is missing', (a) => delete lamp(a).photoUrlAlt, /photoUrlAlt/],
  ['a toggle without mappings', (a) => delete lamp(a).actions[0].options.mappings, /mappings/],
  ['no context channel', (a) => a.channels.channels.pop(), /no context channel/],
  ['no list of subscriptions', (a) => delete a.subscriptions.serviceSubscriptions, /missing/],
];

const units: Change = [
  'a value with a unit, without its targets',
  (a) => {
    const { property } = lamp(a).information[0];
    lamp(a).information[0].type = 'text-unit';
    propertyOf(a, property).unitsOptions = { muzzleyUnit: 'celsius', targetMetric: '', targetImperial: '' };
  },
  /targetMetric: is empty/,
];

async function setUp(stage: Stage) {
  const { platform, build } = await installation(stage);
  const phone = openAndroidApp(build);
  await phone.signUp('Ana', EMAIL, PASSWORD);
  await addLamps(platform, phone.record().owner_id);
  const pad = openIosApp(build);
  await pad.signIn(EMAIL, PASSWORD);
  const [user, places, tags] = await Promise.all(
    ['', '/places', '/tags'].map((path) => pad.get(`/v3/legacy/users/{uid}${path}`, ios.anyObject)),
  );
  const androidTab = await askDevicesTab(phone);
  return {
    record: phone.record(),
    androidTab,
    agentsTab: await askAgentsTab(phone),
    iosTabs: await askTabs(pad),
    iosStart: { units: androidTab.units, user, places, tags },
  };
}

const corrupted = <Answers>(answers: Answers, corrupt: Change[1]): Answers => {
  const copy = structuredClone(answers);
  corrupt(copy);
  return copy;
};
const refuses = (read: () => void, why: RegExp) =>
  assert.throws(read, (error) => error instanceof Unreadable && why.test(error.message));

onSqlite('the parsers of the phone apps', setUp, (scene) => {
  it("the parsers accept the platform's answers", () => {
    const { androidTab, agentsTab, iosTabs, iosStart, record } = scene();
    readDevicesTab(androidTab);
    readAgentsTab(agentsTab);
    readTabs(iosTabs);
    readStart(iosStart);
    android.tokenRecord(record, 'token');
    ios.tokenRecord(record, 'token');
  });

  for (const [title, corrupt, why] of [...both, ...androidOnly, units])
    it(`the Android parser refuses ${title}`, () =>
      refuses(() => readDevicesTab(corrupted<DevicesTabAnswers>(scene().androidTab, corrupt)), why));

  for (const [title, corrupt, why] of [...both, ...iosOnly, units])
    it(`the iOS parser refuses ${title}`, () =>
      refuses(() => readTabs(corrupted<TabsAnswers>(scene().iosTabs, corrupt)), why));

  it('both parsers refuse a token record with a null, a wrong date or an invalid endpoint', () => {
    const { record } = scene();
    const records: [Corrupted, RegExp][] = [
      [{ expires: '2030-01-01T00:00:00Z' }, /expires: is no date/],
      [{ expires: null }, /expires/],
      [{ endpoints: { ...record.endpoints, http: 'http://casa.example/' } }, /http: is not/],
      [{ endpoints: { ...record.endpoints, mqtt: 'mqtts://casa.example' } }, /mqtt: is no MQTT URL/],
    ];
    for (const parser of [android, ios])
      for (const [changes, why] of records)
        refuses(() => parser.tokenRecord({ ...record, ...changes }, 'token'), why);
    refuses(() => android.tokenRecord({ ...record, scope: 'user' }, 'token'), /scope: is no list/);
    refuses(() => ios.tokenRecord({ ...record, state: null }, 'token'), /state: is null/);
  });

  it('both parsers refuse dates of runs, steps and cards in another form', () => {
    const run = { id: 'k', label: 'l', lastRun: '2026-01-02T03:04:05Z' };
    for (const parser of [android, ios]) refuses(() => parser.worker(run, 'worker'), /lastRun/);
    refuses(() => android.worker({ ...run, lastRun: '2026-01-02T03:04:05.000+0000' }, 'worker'), /lastRun/);
    refuses(
      () => ios.recipeResult({ next_step: null, response: { payload: { action: 'oauth' } } }, 'step'),
      /null/,
    );
    refuses(
      () => android.recipeResult({ next_step: { id: 's', href: '/v3/r', meta: { variables: {} } } }, 'step'),
      /headers\./,
    );
    const card = { id: 'c', created: '2026-01-02', updated: '', interaction: { stages: [] } };
    refuses(() => android.cards({ cards: [card] }, 'cards'), /created/);
  });

  it('the iOS parser refuses a start without tags or wifi of a place, or with a null preference', () => {
    const { iosStart } = scene();
    const starts: [Change[1], RegExp][] = [
      [(a) => delete a.tags.tags, /tags: is missing/],
      [(a) => (a.user.preferences.currency = null), /is null/],
      [(a) => delete a.places.places[0].wifi, /wifi: is missing/],
      [(a) => (a.places.places[0].latitude = '41'), /latitude: is no number/],
    ];
    for (const [corrupt, why] of starts) refuses(() => readStart(corrupted(iosStart, corrupt)), why);
  });

  it('both apps refuse live messages that a tile cannot show', () => {
    const { androidTab } = scene();
    const { slots } = readDevicesTab(androidTab);
    for (const platform of ['android', 'ios'] as const) {
      const deliver = (property: string, text: string) => {
        const slot = slots.find((each) => each.property.id === property);
        assert.ok(slot, property);
        const topic = `/v3/users/u/channels/${slot.channel}/components/${slot.component}/properties/${property}/value`;
        createTiles(slots, platform).receive({ topic, payload: Buffer.from(text) });
      };
      deliver('status', '{"io":"iw","data":true}');
      refuses(() => deliver('status', '{"io":"iw","data":1}'), /toggle/);
      refuses(() => deliver('status', '{"io":"iw"}'), /no data/);
      refuses(() => deliver('brightness', '{"io":"ir","data":"62"}'), /no number/);
      refuses(() => deliver('brightness', '{"io":"ir","data":{"value":62}}'), /no single value/);
      refuses(() => deliver('color', '{"io":"ir","data":"#ff0000"}'), /no colour/);
      refuses(() => deliver('status', '{"io":"ir","data":"não"}'), /ASCII/);
    }
  });
});
