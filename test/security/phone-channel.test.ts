import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type AnyOperation, type Binding, NEEDS, operations, type Right } from '@azulejo/contract';
import { clientToken, newApplication, newPerson, personToken } from '../support/people.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

const SECRET_PLACE = 'Whispering beach';
const NETWORK = 'whispering-network';
const LATITUDE = 38.712_345;

/** Ana's phone has reported where she is; the callers are all who may open something of her home. */
async function setUp(stage: Stage) {
  const platform = await stage.start();
  const db = await stage.openDatabase();
  const { features } = platform.server;
  const application = await newApplication(platform);
  const distributor = await newApplication(platform, { type: 'distributor' });
  await features.applications.link(distributor.clientId, application.clientId);
  const [ana, rui] = [await newPerson(platform, application), await newPerson(platform, application)];
  const call = (token: string, path: string, init: RequestInit = {}) =>
    platform.request(path, { token, headers: { 'content-type': 'application/json' }, ...init });
  const { id: channel } = await db.read
    .selectFrom('channels')
    .select('id')
    .where('context_of', '=', ana.id)
    .executeTakeFirstOrThrow();
  const tiles = await db.read.selectFrom('tiles').select('id').where('channel_id', '=', channel).execute();
  const { id: group } = await db.read
    .selectFrom('tile_groups')
    .select('id')
    .where('user_id', '=', ana.id)
    .where('is_context', '=', 1)
    .executeTakeFirstOrThrow();
  const place = {
    name: SECRET_PLACE,
    latitude: LATITUDE,
    longitude: -9.1,
    wifi: [{ ssid: NETWORK, bssid: 'a' }],
  };
  const made = await call(ana.token, '/v3/legacy/users/me/places', {
    method: 'POST',
    body: JSON.stringify(place),
  });
  const { id: placeId } = (await made.json()) as { id: string };
  const home = { latitude: 38.5, longitude: -9.1, wifi: place.wifi };
  await call(ana.token, '/v3/legacy/users/me/places/home', { method: 'PATCH', body: JSON.stringify(home) });
  const data = { latitude: LATITUDE, longitude: -9.1, accuracy: 10, timestamp: platform.clock.now() };
  const value = `/v3/channels/${channel}/components/location/properties/location/value`;
  const stored = await call(ana.token, value, { method: 'PUT', body: JSON.stringify({ data }) });
  assert.equal(stored.status, 200);
  const record = await personToken(platform, application, ana);
  const { sign_in_id: signIn } = await db.read
    .selectFrom('access_tokens')
    .select('sign_in_id')
    .where('id', '=', record.id)
    .executeTakeFirstOrThrow();
  await features.auth.limit(
    signIn,
    new Set<Right>([...NEEDS.filter((each) => each !== 'account'), 'secure']),
  );
  const others: Record<string, string> = {
    'a limited sign-in of Ana’s': record.access_token,
    'her application': (await clientToken(platform, application, 'application')).access_token,
    'its distributor': (await clientToken(platform, distributor, 'distributor')).access_token,
    'another person': rui.token,
  };
  const ids: Record<string, string> = {
    user_id: ana.id,
    channel_id: channel,
    component_id: 'location',
    property_id: 'location',
    group_id: group,
    tile_id: tiles[0]?.id ?? '',
    place_id: placeId,
  };
  const secrets = [
    channel,
    group,
    ...tiles.map(({ id }) => id),
    SECRET_PLACE,
    NETWORK,
    String(LATITUDE),
    placeId,
  ];
  return { platform, ana, others, ids, secrets, call };
}

const pathOf = ({ path }: Binding, ids: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? crypto.randomUUID());

const reads = operations.flatMap((operation) =>
  operation.access === 'public'
    ? []
    : operation.bindings
        .filter(({ method }) => method === 'GET')
        .map((binding): [AnyOperation, Binding] => [operation, binding]),
);

/** Queries that ask for all there is. */
const ALL = ['', '?include=context', '?from=2000-01-01T00:00:00.000Z', '?page_size=100'];

onEachEngine('the channel of a person’s phone', setUp, (scene) => {
  it('is in no answer to anybody but the person', async () => {
    const { others, ids, secrets, call } = scene();
    let answered = 0;
    for (const [name, token] of Object.entries(others)) {
      for (const [operation, binding] of reads) {
        for (const query of ALL) {
          const response = await call(token, `${pathOf(binding, ids)}${query}`);
          const text = await response.text();
          if (response.ok) answered += 1;
          const shown = response.ok ? secrets.filter((each) => text.includes(each)) : [];
          assert.deepEqual(shown, [], `${name}: ${operation.id}${query} ${response.status}`);
        }
      }
    }
    assert.ok(answered > 100, `${answered} answers`);
  });

  it('is in the answers to the person', async () => {
    const { ana, ids, secrets, call } = scene();
    const seen = new Set<string>();
    for (const [, binding] of reads)
      for (const query of ALL) {
        const text = await (await call(ana.token, `${pathOf(binding, ids)}${query}`)).text();
        for (const each of secrets) if (text.includes(each)) seen.add(each);
      }
    assert.deepEqual(
      secrets.filter((each) => !seen.has(each)),
      [],
    );
  });

  it('changes by nobody but the person', async () => {
    const { others, ids, call } = scene();
    const changes: [string, string, object][] = [
      [
        'PUT',
        '/v3/channels/{channel_id}/components/{component_id}/properties/{property_id}/value',
        { data: { latitude: 1, longitude: 1 } },
      ],
      ['PATCH', '/v3/legacy/users/{user_id}/places/{place_id}', { name: 'Known' }],
      ['DELETE', '/v3/legacy/users/{user_id}/places/{place_id}', {}],
      ['PATCH', '/v3/legacy/users/{user_id}/tiles/{tile_id}', { label: 'Known' }],
      ['DELETE', '/v3/legacy/users/{user_id}/tile-groups/{group_id}', {}],
    ];
    for (const [name, token] of Object.entries(others))
      for (const [method, path, body] of changes) {
        const binding = { method, path, input: 'json' } as Binding;
        const { status } = await call(token, pathOf(binding, ids), { method, body: JSON.stringify(body) });
        assert.ok([403, 404, 405, 422].includes(status), `${name}: ${method} ${path} ${status}`);
      }
  });
});
