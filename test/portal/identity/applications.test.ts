import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type PortalApplication,
  type PortalApplicationDetail,
  type PortalApplicationOptions,
  type PortalOverview,
  portalResources,
} from '@azulejo/contract';
import { insertUsers } from '../../abuse/many-channels.ts';
import { clientToken, newApplication, newPerson, signIn } from '../../support/people.ts';
import { advanceAndUse, type PortalVisitor, visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { assertApiError, assertExact } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

type Created = { application: PortalApplicationDetail; client_secret: string };
type List = { applications: PortalApplication[]; total: number; next: string | null };

async function setUp({ start }: Stage) {
  const platform = await start();
  const developer = await visitPortal(platform, 'developer');
  const call = callerOf(developer);
  /** Expects a 201 with a secret that must not be cached. */
  const make = async (name: 'create' | 'rotateSecret', input: Record<string, unknown>): Promise<Created> => {
    const response = await requestTo(developer, `applications.${name}`, input);
    const body = (await response.json()) as Created;
    assert.equal(response.status, 201, JSON.stringify(body));
    assertExact(portalResources.applications[name].reply, body);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    return body;
  };
  const refusal = async (name: string, input: Record<string, unknown>) =>
    (await assertApiError(await requestTo(developer, `applications.${name}`, input), 'invalid_request'))
      .errors;
  const audited = (targetId: string) =>
    platform.server.db.read
      .selectFrom('audit')
      .select(['action', 'actor_id', 'address', 'detail'])
      .where('target_id', '=', targetId)
      .orderBy('at')
      .execute();
  const secretWorks = async (clientId: string, secret: string) => {
    const query = { response_type: 'client_credentials', client_id: clientId, client_secret: secret };
    return (await signIn(platform, 'authorize', { ...query, scope: 'application' })).status === 200;
  };
  return { platform, developer, call, make, refusal, audited, secretWorks };
}

const withoutCookie =
  ({ request }: PortalVisitor): PortalVisitor['request'] =>
  (path, init) =>
    request(path, { ...init, headers: { cookie: '' } });

const everything = {
  redirect_uris: ['casaazul://in', 'https://casa.example/in'],
  origins: ['https://casa.example'],
  scopes: ['application', 'user'],
  access_token_lifetime: 30 * 86_400,
  refresh_token_lifetime: 60 * 86_400,
  minimum_password_length: 10,
  app_scheme: 'casaazul',
};

/** Invalid inputs, each with the field that the error names. */
const wrong: readonly [Record<string, unknown>, string, RegExp][] = [
  [{ name: '' }, 'name', /must not be empty/],
  [{ name: '   ' }, 'name', /1 to 200/],
  [{ name: 'x'.repeat(201) }, 'name', /200/],
  [{ redirect_uris: ['nowhere'] }, 'redirect_uris', /not an absolute URI/],
  [{ redirect_uris: ['https://casa.example/#in'] }, 'redirect_uris', /fragment/],
  [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris', /not allowed/],
  [{ redirect_uris: Array.from({ length: 51 }, (_, n) => `casa://${n}`) }, 'redirect_uris', /50/],
  [{ origins: ['https://casa.example/'] }, 'origins', /scheme:\/\/host/],
  [{ origins: [5] }, 'origins.0', /string/],
  [{ scopes: [] }, 'scopes', /at least one/],
  [{ scopes: ['manager'] }, 'scopes', /a mobile may have application, user, not manager/],
  [{ access_token_lifetime: 71 * 3600 }, 'access_token_lifetime', /at least 72h: with less, known apps/],
  [{ access_token_lifetime: 3651 * 86_400 }, 'access_token_lifetime', /at most 3650d/],
  [{ access_token_lifetime: 1.5 }, 'access_token_lifetime', /integer/],
  [{ refresh_token_lifetime: 3600 }, 'refresh_token_lifetime', /at least 72h/],
  [
    { access_token_lifetime: 40 * 86_400, refresh_token_lifetime: 30 * 86_400 },
    'refresh_token_lifetime',
    /at least as long/,
  ],
  [{ minimum_password_length: 5 }, 'minimum_password_length', /from 6 to 64/],
  [{ minimum_password_length: 65 }, 'minimum_password_length', /from 6 to 64/],
  [{ app_scheme: 'Casa Azul' }, 'app_scheme', /lower-case/],
  [{ app_scheme: 'https' }, 'app_scheme', /must not be "https"/],
];

onEachEngineInFull('the portal’s application API', setUp, (scene) => {
  it('creates an application with all given fields and a secret, which is not logged', async () => {
    const { make, call, secretWorks, platform, developer, audited } = scene();
    const { application, client_secret: secret } = await make('create', {
      name: ' Casa Azul ',
      type: 'mobile',
      namespace: 'casa-azul',
      ...everything,
    });
    const { client_id: id } = application;
    assert.deepEqual(
      { ...application, ...everything, name: 'Casa Azul', namespace: 'casa-azul' },
      application,
    );
    assert.ok(await secretWorks(id, secret));
    const read = await call<PortalApplicationDetail>('applications.get', { application_id: id });
    assert.deepEqual(read, application);
    assert.ok(!platform.log().includes(secret), 'the log does not have it');
    const [entry] = await audited(id);
    assert.deepEqual([entry?.action, entry?.actor_id], ['application.create', developer.accountId]);
    assert.equal(entry?.address, '127.0.0.1');
  });

  it('refuses an invalid field by name, on creation and on update', async () => {
    const { make, refusal, call } = scene();
    const { application } = await make('create', { name: 'Casa Certa', type: 'mobile' });
    for (const [input, field, reason] of wrong) {
      for (const [name, rest] of [
        ['create', { name: 'Casa', type: 'mobile' }],
        ['update', { application_id: application.client_id }],
      ] as const) {
        const [first] = (await refusal(name, { ...rest, ...input })) ?? [];
        assert.equal(first?.field, field, `${name} ${JSON.stringify(input)}`);
        assert.match(first?.reason ?? '', reason);
      }
    }
    for (const input of [{ type: 'device' }, { namespace: 'Casa Azul' }, { namespace: 'x'.repeat(101) }]) {
      const [first] = (await refusal('create', { name: 'Casa', type: 'mobile', ...input })) ?? [];
      assert.equal(first?.field, Object.keys(input)[0]);
    }
    const [type] = (await refusal('create', { name: 'Casa', type: 'device' })) ?? [];
    assert.equal(type?.reason, 'must be one of mobile, distributor, manager');
    const { namespace, client_id: id } = application;
    const [taken] = (await refusal('create', { name: 'Casa', type: 'mobile', namespace })) ?? [];
    assert.equal(taken?.reason, `"${namespace}" is taken`);
    assert.deepEqual(await call('applications.get', { application_id: id }), application);
  });

  it('keeps fields that an update omits and resets those that it sets to null', async () => {
    const { make, call, audited, developer, platform } = scene();
    const { application } = await make('create', { name: 'Casa', type: 'mobile', ...everything });
    const of = { application_id: application.client_id };
    platform.clock.advance({ seconds: 1 });
    const update = (changes: object) =>
      call<PortalApplicationDetail>('applications.update', { ...of, ...changes });
    const renamed = await update({ name: 'Casa Nova' });
    assert.deepEqual(renamed, { ...application, name: 'Casa Nova', updated: renamed.updated });
    assert.notEqual(renamed.updated, application.updated);
    const plain = {
      redirect_uris: [],
      origins: [],
      scopes: ['user'],
      access_token_lifetime: null,
      refresh_token_lifetime: null,
      minimum_password_length: 6,
      app_scheme: null,
    };
    assert.deepEqual(await update(plain), { ...renamed, ...plain });
    const entries = (await audited(application.client_id)).filter(
      ({ action }) => action === 'application.update',
    );
    assert.deepEqual(
      entries.map(({ actor_id }) => actor_id),
      [developer.accountId, developer.accountId],
    );
    assert.ok(entries.some(({ detail }) => detail === 'name'));
  });

  it('lists applications newest first, in pages, by type and state, name or id', async () => {
    const { make, call, platform } = scene();
    const made: string[] = [];
    for (const [name, type] of [
      ['Ébano um', 'mobile'],
      ['Ébano dois', 'manager'],
      ['Ébano três', 'mobile'],
    ] as const) {
      platform.clock.advance({ seconds: 1 });
      made.unshift((await make('create', { name, type })).application.client_id);
    }
    const ids = async (query: object) =>
      (await call<List>('applications.list', { ...query })).applications.map(({ client_id: id }) => id);
    assert.deepEqual(await ids({ search: 'ÉBANO' }), made);
    assert.deepEqual(await ids({ search: 'ébano', type: 'manager' }), [made[1]]);
    assert.deepEqual(await ids({ search: made[0] }), [made[0]]);
    assert.deepEqual(await ids({ search: 'nothing like it' }), []);
    const first = await call<List>('applications.list', { search: 'ébano', page_size: 2 });
    assert.deepEqual([first.total, first.next], [3, made[1]]);
    assert.deepEqual(await ids({ search: 'ébano', page_size: 2, after: first.next }), [made[2]]);
    await call('applications.setState', { application_id: made[0], state: 'disabled' });
    assert.deepEqual(await ids({ search: 'ébano', state: 'disabled' }), [made[0]]);
    await newPerson(platform, { clientId: made[2] ?? '', secret: '' });
    const { applications } = await call<List>('applications.list', { search: made[2] });
    assert.equal(applications[0]?.users, 1);
    for (const query of [{ page_size: 0 }, { page_size: 201 }, { after: 'nowhere' }, { type: 'device' }])
      assert.equal((await scene().refusal('list', query))?.[0]?.field, Object.keys(query)[0]);
  });

  it('accepts the earlier secret for a day after a rotation, or until the overlap is ended', async () => {
    const { make, call, secretWorks, platform } = scene();
    const { application, client_secret: first } = await make('create', { name: 'Casa', type: 'mobile' });
    const of = { application_id: application.client_id };
    const works = (secret: string) => secretWorks(application.client_id, secret);
    const { application: rotated, client_secret: second } = await make('rotateSecret', of);
    const until = platform.clock.now() + 24 * 3600 * 1000;
    assert.equal(Date.parse(rotated.previous_secret_expires ?? ''), until);
    assert.deepEqual([await works(first), await works(second)], [true, true]);
    const ended = await call<PortalApplicationDetail>('applications.endOverlap', of);
    assert.equal(ended.previous_secret_expires, null);
    assert.deepEqual([await works(first), await works(second)], [false, true]);
    const { client_secret: third } = await make('rotateSecret', of);
    // Portal sessions end after a day without use.
    await advanceAndUse(platform, { minutes: 12 * 60 }, () => call('applications.get', of));
    platform.clock.advance({ minutes: 12 * 60, seconds: 1 });
    const later = await call<PortalApplicationDetail>('applications.get', of);
    assert.equal(later.previous_secret_expires, null);
    assert.deepEqual([await works(second), await works(third)], [false, true]);
  });

  it('links a distributor to an application, which both sides show', async () => {
    const { call, platform, developer, refusal } = scene();
    const [mobile, boa] = [
      await newApplication(platform, { name: 'Casa' }),
      await newApplication(platform, { name: 'Boa', type: 'distributor' }),
    ];
    const person = await newPerson(platform, mobile);
    const { access_token: token } = await clientToken(platform, boa, 'distributor');
    const reads = async () => (await platform.request(`/v3/users/${person.id}`, { token })).status;
    const link = { application_id: boa.clientId, target_id: mobile.clientId };
    assert.equal(await reads(), 404);
    const linked = await call<PortalApplicationDetail>('applications.link', link);
    const described = linked.works_for.map(({ client_id, name }) => ({ client_id, name }));
    assert.deepEqual(described, [{ client_id: mobile.clientId, name: 'Casa' }]);
    assert.equal(linked.example_user_id, person.id);
    const other = await call<PortalApplicationDetail>('applications.get', {
      application_id: mobile.clientId,
    });
    assert.deepEqual(other.distributors, [
      { client_id: boa.clientId, name: 'Boa', namespace: linked.namespace },
    ]);
    assert.equal(await reads(), 200);
    await call('applications.unlink', link);
    assert.equal(await reads(), 404);
    await assertApiError(await requestTo(developer, 'applications.unlink', link), 'not_found');
    const turned = { application_id: mobile.clientId, target_id: boa.clientId };
    assert.equal((await refusal('link', turned))?.[0]?.field, 'distributor');
  });

  it("lists the limits of each type and the platform's endpoints", async () => {
    const { call, platform } = scene();
    const { types, endpoints } = await call<PortalApplicationOptions>('applications.options');
    const least = Object.fromEntries(types.map((each) => [each.type, each.least_token_lifetime]));
    assert.deepEqual(least, { mobile: 72 * 3600, distributor: 300, manager: 72 * 3600 });
    assert.equal(endpoints.http, platform.url);
    assert.ok(endpoints.mqtt.includes(`mqtt://127.0.0.1:${platform.config.mqtt.port}`));
  });

  it('allows viewers to read applications, and developers and owners to change them', async () => {
    const { platform, make } = scene();
    const viewer = await visitPortal(platform, 'viewer');
    const { application } = await make('create', { name: 'Casa', type: 'mobile' });
    const input = {
      application_id: application.client_id,
      target_id: application.client_id,
      name: 'Casa',
      type: 'mobile',
      state: 'disabled',
    };
    const stranger = { ...viewer, request: withoutCookie(viewer) };
    for (const [verb, { access }] of Object.entries(portalResources.applications)) {
      const response = await requestTo(viewer, `applications.${verb}`, input);
      if (access === 'portal-viewer') assert.equal(response.status, 200, verb);
      else await assertApiError(response, 'insufficient_role');
      await assertApiError(await requestTo(stranger, `applications.${verb}`, input), 'session_required');
    }
    assert.deepEqual(
      await callerOf(viewer)('applications.get', { application_id: application.client_id }),
      application,
    );
  });

  it('counts the users of a large platform once in half a minute', async () => {
    const { platform, call } = scene();
    const application = await newApplication(platform);
    const users = async () => (await call<PortalOverview>('applications.overview')).users;
    const before = await users();
    await newPerson(platform, application);
    assert.equal(await users(), before + 1, 'a small one is counted each time');
    await insertUsers(platform.server.db, { count: 10_000, clientId: application.clientId });
    const counted = before + 10_001;
    assert.equal(await users(), counted);
    await newPerson(platform, application);
    assert.equal(await users(), counted);
    platform.clock.advance({ seconds: 30 });
    assert.equal(await users(), counted + 1);
  });
});
