import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../support/scene.ts';
import type { Channel } from './home-parts.ts';
import { LAMP } from './house.ts';
import { openIosApp, parseReply, sendPlain, sendWithToken } from './ios-app.ts';
import * as parser from './ios-parser.ts';
import { contextChannel } from './ios-screens.ts';
import { openTabs, start } from './ios-tabs.ts';
import { addLamps, EMAIL, fill, installation, PASSWORD } from './lamps.ts';
import { noNull, type Rule } from './rules.ts';
import type { WireHeaders } from './wire-client.ts';

const L = '/v3/legacy/users/{uid}';
/** For requests of which only the success matters (ios-app 2). */
const done: Rule = () => {};
type Expected = Rule | { refused: number } | { redirected: true };
type Row = [request: string, expected: Expected, body?: unknown, headers?: WireHeaders];

const place = {
  name: 'Avó',
  address: 'Rua das Flores 7',
  latitude: 41.14,
  longitude: -8.61,
  wifi: [{ ssid: 'casa', bssid: '02:00:5e:10:00:01' }],
};
const value = (component: string, property: string) =>
  `PUT /v3/channels/{context}/components/${component}/properties/${property}/value`;
const at = '2026-11-21T10:00:00.000+0000';
const fix = {
  horizontal_accuracy: 65,
  latitude: 41.14,
  longitude: -8.61,
  timestamp: at,
  unknown_start: false,
  vertical_accuracy: 10,
  altitude: 92.5,
};
const motion = { status: false, confidence: 0.5 };
const activities = ['automotive', 'cycling', 'walking', 'stationary', 'running', 'unknown'];
const each = <Value>(make: Value) => Object.fromEntries(activities.map((name) => [name, make]));
const worker = { user: '{uid}', enabled: true, label: 'Evening', triggers: [], actions: [], states: [] };

/** The requests in the order of ios-app 2, with removals last. */
const rows: readonly Row[] = [
  [`GET ${L}`, parser.user],
  [`GET ${L}/places`, parser.places],
  [`GET ${L}/tags`, parser.tags],
  [`GET ${L}/channels`, parser.channels],
  [
    `PATCH ${L}`,
    parser.anyObject,
    {
      preferences: {
        units: 'metric',
        timezone: 'Europe/Lisbon',
        currency: 'EUR',
        hourFormat: 24,
        language: 'pt',
        locale: 'pt_PT',
      },
    },
  ],
  [`PATCH ${L}`, parser.anyObject, { preferences: { notifications: { email: { state: false } } } }],
  [`POST ${L}/places`, done, place],
  [`PATCH ${L}/places/work`, done, { id: 'work', ...place, name: 'Work' }],
  [`DELETE ${L}/places/work`, parser.anyObject],
  [
    `POST ${L}/survey-responses`,
    done,
    {
      id: 'general-survey-201602',
      answers: [
        { id: 'when-use-muzzley-option', answer: ['more features'] },
        { id: 'when-use-muzzley-comment', answer: ['Óptimo.'] },
      ],
    },
  ],
  [`GET ${L}/channels?include=context%2Ccapabilities`, parser.channels],
  ...['triggerable', 'actionable', 'stateful'].flatMap((type): Row[] => [
    [`GET ${L}/channels?include=context%2Ccapabilities&type=${type}`, parser.channels],
    [`GET ${L}/tiles?include=context%2Ccapabilities%2Cspecs&type=${type}`, parser.tiles],
  ]),
  [`GET ${L}/channels?exclude=&include=context%2Ccapabilities&type=stateful`, parser.channels],
  [`GET ${L}/tiles?exclude=&include=context%2Ccapabilities%2Cspecs&type=stateful`, parser.tiles],
  [`GET ${L}/tiles?exclude={tile}%2C{other}&include=context%2Ccapabilities%2Cspecs`, parser.tiles],
  [`GET ${L}/tiles?include=specs`, parser.tiles],
  [`GET ${L}/tiles?include=context%2Cspecs`, parser.tiles],
  [`GET ${L}/tile-groups`, parser.tileGroups],
  [value('location', 'latlon'), done, { data: fix }],
  [value('location', 'location'), done, { data: { ...fix, device_id: 'phone-1', speed: 1.4, floor: 2 } }],
  [
    value('location', 'visit'),
    done,
    {
      data: {
        latitude: 41.14,
        longitude: -8.61,
        horizontal_accuracy: 20,
        arrival_date: at,
        departure_date: at,
        timestamp: at,
        unknown_start: true,
      },
    },
  ],
  [value('movement', 'activity'), done, { data: { ...each(motion), timestamp: at, unknown_start: false } }],
  [
    value('movement', 'activity_history'),
    done,
    { data: { history: [{ ...each(false), confidence: 1, start_date: at, end_date: at }] } },
  ],
  [
    value('network', 'current_wifi'),
    done,
    { data: { ssid: '', bssid: '', timestamp: at, unknown_start: true } },
  ],
  [`PATCH ${L}/tiles/{tile}`, done, { label: 'Candeeiro de pé' }],
  [`PATCH ${L}/tiles/{tile}`, done, { label: 'Candeeiro de pé', groups: ['{group}'] }],
  [`POST ${L}/tile-groups`, parser.newGroup, { label: 'Candeeiros', parent: '{area}' }],
  [`PUT ${L}/tile-groups/{group}`, done, { label: 'Luzes' }],
  [`DELETE ${L}/tile-groups/{group}`, done],
  [`DELETE ${L}/tiles/{other}`, done],
  [`GET ${L}/workers`, parser.workers],
  [`POST ${L}/workers`, { refused: 400 }, worker],
  [`PUT ${L}/workers/none`, { refused: 404 }, { id: 'none', ...worker }],
  [`PATCH ${L}/workers/none`, { refused: 404 }, { enabled: false }],
  [`POST ${L}/workers/none/play`, { refused: 404 }],
  [`DELETE ${L}/workers/none`, { refused: 404 }],
  [`GET ${L}/shortcuts`, parser.shortcuts],
  ['GET /v3/users/{uid}/cards', parser.cards],
  [
    'GET /v3/users/{uid}/cards?class=nin%2F%5B%22no-location-permission%22%2C%22no-notifications-permission%22%5D%2Fj',
    parser.cards,
  ],
  ['POST /v3/users/{uid}/cards/none/feedback', { refused: 404 }, { id: 'none', feedback: 'dontShowThis' }],
  ['DELETE /v3/users/{uid}/cards?type=automation', done],
  ['POST /v3/users/{uid}/cards/none/ads/none/click', { refused: 404 }],
  [
    'GET /v3/users/{uid}/channel-templates?template.type=device&order_by=+order_index&order_index=gt/-999999/n',
    parser.templates,
  ],
  ['GET /v3/users/{uid}/channel-templates?template.id={template}', parser.templates],
  ['GET /v3/legacy/services?include=tutorial', parser.services],
  [`GET ${L}/services`, parser.subscriptions],
  ['GET /v3/legacy/services/none/authorization', { refused: 404 }],
  [
    'POST /v3/legacy/services/none/authorization?op=subscribe',
    { refused: 404 },
    {},
    [['X-No-Redirection', 'true']],
  ],
  ['GET /v3/legacy/profiles/{template}/authorization?policy=one', { redirected: true }],
  ['GET /v3/channel-templates/{template}/authorize?policy=one', { redirected: true }],
  ['GET /v3/legacy/profiles/{template}/channels', parser.foundDevices],
  ['POST /v3/recipes/{recipe}/meta', parser.recipeMeta],
  ['GET /v3/legacy/clients/ios/versions/3.4.17', parser.anyObject],
];

async function setUp(stage: Stage) {
  const { platform, build } = await installation(stage);
  const app = openIosApp(build);
  await app.signUp('Ana', EMAIL, PASSWORD);
  await app.signIn(EMAIL, PASSWORD);
  await start(app);
  const uid = app.record().owner_id;
  await addLamps(platform, uid);
  const [tile, other] = (await openTabs(app)).tiles;
  assert.ok(tile && other);
  const { channels } = await app.get<{ channels: Channel[] }>(`${L}/channels`, parser.channels);
  const area = tile.groups[0] ?? '';
  const body = { label: 'Lamps', parent: area };
  const group = await app.call<{ id: string }>(
    { method: 'POST', path: `${L}/tile-groups`, body },
    parser.newGroup,
  );
  const known = {
    uid,
    tile: tile.id,
    other: other.id,
    area,
    group: group.id,
    context: contextChannel(channels)?.id ?? '',
    template: LAMP,
    recipe: 'virtual-devices',
  };
  return { platform, build, app, known, channels };
}

onSqlite('requests of the iOS app', setUp, (scene) => {
  for (const [request, expected, body, headers] of rows)
    it(`answers as the iOS app expects: ${request}${body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 60)}`}`, async () => {
      const { app, known } = scene();
      const [method = '', path = ''] = fill(request, known).split(' ');
      const reply = await app.send({ method, path, body: body && fill(body, known), headers: headers ?? [] });
      if (typeof expected === 'function') {
        const document = parseReply(reply, request);
        expected(document, request);
        const { cdata: _mayBeNull, ...members } = document as Record<string, unknown>;
        noNull(members, request);
      } else if ('refused' in expected) {
        assert.equal(reply.status, expected.refused, reply.text);
        assert.match(reply.header('X-Error') ?? '', /^\d{4}$/);
      } else {
        assert.ok(reply.status >= 300 && reply.status < 400, reply.text);
        assert.match(reply.header('Location') ?? '', /^https?:\/\//);
      }
    });

  it('refreshes before its token expires, with unescaped values in a GET', async () => {
    const { app } = scene();
    const { access_token: before, endpoints } = app.record();
    await app.refresh();
    await start(app);
    // Its MQTT connection keeps using the token with which it began (ios-app 1.4).
    const path = `/v3/legacy/users/${app.record().owner_id}`;
    parser.user(parseReply(await sendWithToken(endpoints.http, before, { method: 'GET', path }), path), path);
  });

  it('receives X-Error 1601 for a wrong password and 1211 for a taken e-mail', async () => {
    const { build } = scene();
    const query = `client_id=${build.clientId}&response_type=password&scope=application,user`;
    const wrong = await sendPlain(build.url, {
      method: 'GET',
      path: `/v3/auth/authorize?${query}&username=${encodeURIComponent(EMAIL)}&password=no`,
    });
    assert.equal(wrong.header('X-Error'), '1601');
    const body = { name: 'Ana', email: EMAIL, password: PASSWORD, device: 'iphone', appId: build.namespace };
    const taken = await sendPlain(build.url, { method: 'POST', path: '/v3/legacy/account', body });
    assert.equal(taken.header('X-Error'), '1211');
    assert.ok(wrong.status >= 400 && taken.status >= 400);
  });

  it('requests a new password', async () => {
    const { build } = scene();
    const body = { email: EMAIL, appId: build.namespace };
    parseReply(
      await sendPlain(build.url, { method: 'POST', path: '/v3/legacy/sendreset', body }),
      'sendreset',
    );
  });

  it('reads the units table in Portuguese on a Portuguese phone', async () => {
    await scene().app.units('units_table_pt.json');
  });

  it('downloads the page of a device once and revalidates it by ETag', async () => {
    const { app, channels } = scene();
    const page = channels[0]?.interface;
    assert.ok(page);
    const zip = await app.archive(page);
    assert.equal(zip?.subarray(0, 2).toString(), 'PK');
    assert.equal(await app.archive(page, page.etag), undefined);
  });
});
