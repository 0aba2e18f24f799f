import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../support/scene.ts';
import { openAndroidApp } from './android-app.ts';
import { type Expectation, JSON_TYPE, requireExpectation, sendPlain } from './android-calls.ts';
import * as parser from './android-parser.ts';
import { contextChannel } from './android-screens.ts';
import { askDevicesTab, openDevicesTab } from './android-tabs.ts';
import type { Channel, TileGroup } from './home-parts.ts';
import { LAMP } from './house.ts';
import { addLamps, EMAIL, fill, installation, PASSWORD } from './lamps.ts';
import { noNull, type Rule } from './rules.ts';
import { sendOnWire, type WireHeaders } from './wire-client.ts';

const any: Expectation = { kind: 'any' };
const location: Expectation = { kind: 'location' };
const json = (rule: Rule): Expectation => ({ kind: 'json', rule });
const jsonOr204 = (rule: Rule): Expectation => ({ kind: 'json-or-204', rule });

/** A refusal with this status: the app shows an error, or treats it as done (for a missing card). */
type Refused = { refused: number };
type Row = [request: string, expected: Expectation | Refused, body?: unknown, headers?: WireHeaders];

const L = '/v3/legacy/users/{uid}';
const place = { name: 'Avó', address: 'Rua das Flores 7', latitude: 41.14, longitude: -8.61, wifi: [] };
const CARDS: WireHeaders = [
  [
    'muz-capabilities-graphical',
    'browse,reply,done,create-shortcut,dismiss,show-info,share,no-image,create-usecase',
  ],
  [
    'muz-capabilities-functional',
    'picker-location,picker-device,picker-time-weekday,picker-text,picker-single-choice,picker-multi-choice,picker-ads-list',
  ],
];
const CONTEXT = '/v3/channels/{context}/components/location/properties';
const phone = '/v3/channels/{context}/components/phone/properties';
const plain: WireHeaders = [['Content-Type', 'application/json']];
const worker = {
  user: '{uid}',
  label: 'Evening',
  triggers: [],
  actions: [],
  states: [],
  unsorted: [],
  enabled: true,
  forceDisabled: false,
  allowdisable: true,
  editable: true,
  deletable: true,
  invalid: false,
};

/** The requests in the order of android-app 2, with removals last. */
const rows: readonly Row[] = [
  ['GET /v3/users/{uid}', json(parser.user)],
  ['GET /v3/users/{uid}/preferences', json(parser.preferences)],
  ['PATCH /v3/users/{uid}/preferences', json(parser.preferences), { units: 'imperial', locale: 'en_US' }],
  [`GET ${L}/tags`, json(parser.tags)],
  [`GET ${L}/places`, json(parser.places)],
  [`POST ${L}/places`, json(parser.anyObject), place],
  [`PATCH ${L}/places/home`, jsonOr204(parser.anyObject), { id: 'home', ...place, name: 'Home' }],
  [`DELETE ${L}/places/home`, jsonOr204(parser.anyObject)],
  [
    `POST ${L}/survey-responses`,
    any,
    {
      id: 'general-survey-201602',
      answers: [
        { id: 'when-use-muzzley-option', answer: ['works according needs'] },
        { id: 'when-use-muzzley-comment', answer: ['Bom.'] },
      ],
    },
  ],
  [`GET ${L}/channels?include=channelProperties,context,capabilities`, json(parser.channels)],
  ...['triggerable', 'actionable', 'stateful'].flatMap((type): Row[] => [
    [
      `GET ${L}/channels?include=channelProperties%2Ccontext%2Ccapabilities&type=${type}`,
      json(parser.channels),
    ],
    [`GET ${L}/tiles?include=specs%2Ccontext%2Ccapabilities&type=${type}`, json(parser.tiles)],
    [`GET ${L}/tiles?include=specs%2Ccontext%2Ccapabilities&type=${type}&exclude={tile}`, json(parser.tiles)],
  ]),
  ['GET /v3/legacy/profiles/{template}/channels', json(parser.foundDevices)],
  [`GET ${L}/tiles?include=specs`, json(parser.tiles)],
  [`GET ${L}/tiles?include=specs,context,capabilities`, json(parser.tiles)],
  [`PATCH ${L}/tiles/{tile}`, json(parser.anyObject), { label: 'Candeeiro de pé' }],
  [`PATCH ${L}/tiles/{tile}`, json(parser.anyObject), { groups: ['{group}'] }],
  [`GET ${L}/tile-groups?include=unsorted`, json(parser.tileGroups)],
  [`GET ${L}/tile-groups?include=unsorted%2Ccontext`, json(parser.tileGroups)],
  [`POST ${L}/tile-groups`, json(parser.tileGroup), { label: 'Candeeiros', parent: '{area}' }],
  [`PUT ${L}/tile-groups/{group}`, jsonOr204(parser.tileGroup), { label: 'Luzes' }],
  [`DELETE ${L}/tile-groups/{group}`, jsonOr204(parser.anyObject)],
  [`DELETE ${L}/tiles/{other}`, any],
  [`GET ${L}/workers?muz-capabilities=usecases,workers`, json(parser.workers)],
  [`POST ${L}/workers?muz-capabilities=usecases,workers`, { refused: 400 }, worker],
  [`GET ${L}/workers/none`, { refused: 404 }],
  [`PUT ${L}/workers/none`, { refused: 404 }, { id: 'none', ...worker }],
  [`PATCH ${L}/workers/none`, { refused: 404 }, { enabled: false }],
  [`POST ${L}/workers/none/play`, { refused: 404 }],
  [`DELETE ${L}/workers/none`, { refused: 404 }],
  [`GET ${L}/shortcuts`, json(parser.shortcuts)],
  [`GET ${L}/shortcut-suggestions`, json(parser.shortcutSuggestions)],
  // An app offers no button without an action.
  [`POST ${L}/shortcuts`, { refused: 400 }, { label: 'Boa noite', showInWatch: false, actions: [] }],
  [`POST ${L}/shortcuts/none/play`, { refused: 404 }],
  [`GET ${L}/cards`, json(parser.cards), undefined, CARDS],
  [
    `GET ${L}/cards?class=nin%2F%5B%22no-location-permission%22%2C%22no-notifications-permission%22%5D%2Fj`,
    json(parser.cards),
    undefined,
    CARDS,
  ],
  [`POST ${L}/cards/none/feedback`, { refused: 404 }, { id: 'none', refreshAfter: false }],
  ['DELETE /v3/users/{uid}/cards?type=automation', any],
  [`POST ${L}/cards/none/ads/none/view`, { refused: 404 }],
  [
    'GET /v3/users/self/channel-templates?order_by=+order_index&order_index=gt/-999999/n',
    json(parser.templates),
  ],
  ['GET /v3/legacy/services?include=tutorial', json(parser.services)],
  [`GET ${L}/services`, json(parser.subscriptions)],
  ['GET /v3/legacy/profiles/{template}/authorization?policy=one', location],
  ['GET /v3/channel-templates/{template}/authorize?policy=one', location],
  ['GET /v3/legacy/services/none/authorization', { refused: 404 }],
  ['POST /v3/recipes/{recipe}/meta', json(parser.recipeResult)],
  ['GET /v3/legacy/clients/android/versions/3.5.2', json(parser.version)],
  // The phone's own reports are empty, as this build loses their members (android-app 2.9).
  [`PUT ${CONTEXT}/location/value`, any, { data: {} }, plain],
  [`PUT ${CONTEXT}/latlon/value`, any, { data: {} }, plain],
  [`PUT ${phone}/incoming-call/value`, any, { data: { caller: '+351912345678' } }, plain],
  [`PUT ${phone}/missed-call/value`, any, { data: { caller: '+351912345678' } }, plain],
  [`PUT ${phone}/incoming-sms/value`, any, { data: { sender: '+351912345678' } }, plain],
];

async function setUp(stage: Stage) {
  const { platform, build } = await installation(stage);
  const app = openAndroidApp(build);
  await app.signUp('Ana', EMAIL, PASSWORD);
  const uid = app.record().owner_id;
  await addLamps(platform, uid);
  const answers = await askDevicesTab(app);
  const { tiles } = await openDevicesTab(app);
  const [tile, other] = tiles;
  assert.ok(tile && other);
  const { tileGroups } = answers.tileGroups as { tileGroups: TileGroup[] };
  const { channels } = answers.channels as { channels: Channel[] };
  const area = tile.groups[0] ?? '';
  assert.ok(tileGroups.some(({ id }) => id === area));
  const group = await app.call<TileGroup>({
    method: 'POST',
    path: `${L}/tile-groups`,
    body: { label: 'Lamps', parent: area },
    expected: json(parser.tileGroup),
  });
  const context = contextChannel(channels)?.id ?? '';
  const known = {
    uid,
    tile: tile.id,
    other: other.id,
    area,
    group: group.id,
    context,
    channel: tile.channel,
    template: LAMP,
    recipe: 'virtual-devices',
  };
  return { platform, build, app, known, channels };
}

onSqlite('requests of the Android app', setUp, (scene) => {
  for (const [request, expected, body, headers] of rows)
    it(`answers as the Android app expects: ${request}${body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 60)}`}`, async () => {
      const { app, known } = scene();
      const [method = '', path = ''] = fill(request, known).split(' ');
      const call = { method, path, body: body && fill(body, known), headers: headers ?? [] };
      const reply = await app.send(call);
      if ('refused' in expected) {
        assert.equal(reply.status, expected.refused, reply.text);
        assert.equal(reply.header('X-Error'), String(reply.json<{ code: number }>().code));
        return;
      }
      requireExpectation(reply, expected, request);
      assert.notEqual(reply.text, '', 'each answer has a body');
      const { cdata: _mayBeNull, ...members } = reply.json<Record<string, unknown>>();
      noNull(members, request);
    });

  it('signs in, and receives 401 for a wrong password', async () => {
    const { build, app } = scene();
    await app.signIn(EMAIL, PASSWORD);
    assert.deepEqual(app.record().scope, ['application', 'user'], '`sysadmin` is dropped, not refused');
    const credentials = `client_id=${build.clientId}&username=${encodeURIComponent(EMAIL)}&password=no`;
    const query = `response_type=password&scope=sysadmin%2Capplication%2Cuser&${credentials}`;
    const reply = await sendPlain(build.url, { method: 'GET', path: `/v3/auth/authorize?${query}` });
    assert.equal(reply.status, 401);
  });

  it('receives X-Error 1211 for an e-mail that has an account', async () => {
    const { build } = scene();
    const body = {
      name: 'Ana',
      email: EMAIL,
      type: 'account',
      password: PASSWORD,
      device: 'android',
      appId: build.namespace,
    };
    const reply = await sendPlain(build.url, { method: 'POST', path: '/v3/legacy/account', body });
    assert.equal(reply.header('X-Error'), '1211');
    assert.ok(reply.status >= 400);
  });

  it('requests a new password, and receives the same answer for every address', async () => {
    const { build } = scene();
    const ask = (email: string) =>
      sendPlain(build.url, {
        method: 'POST',
        path: '/v3/legacy/sendreset',
        body: { appId: build.namespace, email },
      });
    const [known, unknown] = [await ask(EMAIL), await ask('nobody@example.org')];
    assert.deepEqual([known.status, known.text], [200, unknown.text]);
  });

  it('refreshes its token once for all requests that were refused', async () => {
    const { platform, app } = scene();
    const { refresh_token: before } = app.record();
    platform.clock.advance({ days: 31 });
    await openDevicesTab(app);
    assert.notEqual(app.record().refresh_token, before);
  });

  it('accepts a repeated Authorization header', async () => {
    const { build, app, known } = scene();
    const twice = ['Authorization', `OAuth2.0 ${app.record().access_token}`] as const;
    const path = `/v3/users/${known.uid}`;
    const reply = await sendOnWire(build.url, { method: 'GET', path, headers: [twice, JSON_TYPE, twice] });
    requireExpectation(reply, json(parser.user), 'user');
  });

  it('receives code 5000 for a device that it already has', async () => {
    const { app, known } = scene();
    const body = { profile: LAMP, channels: [{ id: known.channel, content: 'Lamp' }] };
    const reply = await app.send({
      method: 'POST',
      path: `/v3/legacy/users/${app.record().owner_id}/channels`,
      body,
    });
    assert.deepEqual([reply.status, reply.json<{ code: number }>().code], [409, 5000]);
  });

  it('downloads the page of a device as a zip that matches its headers', async () => {
    const { app, channels } = scene();
    const pages = channels.map((channel) => channel.interface);
    const [page] = pages;
    assert.ok(page);
    const zip = await app.archive(page);
    assert.deepEqual(zip.subarray(0, 2).toString(), 'PK');
  });
});
