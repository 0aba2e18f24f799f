import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type AnyOperation,
  errors,
  includesScope,
  isOfPortal,
  type PortalRole,
  type PortalScope,
  portalOperations,
  portalScopeOf,
  portalScopes,
} from '@azulejo/contract';
import { newApplication, newPerson, personToken } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { type PortalVisitor, visitPortal } from '../support/portal.ts';
import { newMember } from '../support/portal-page.ts';
import { onEachEngineInFull } from '../support/scene.ts';

/** A caller with its headers and the rank of its role. */
type Caller = { name: string; headers: Record<string, string>; rank: number };

const ranks = { 'portal-viewer': 0, 'portal-developer': 1, 'portal-owner': 2 };
const NOBODY = -1;

/** The result of a call that authorization let through. */
const ALLOWED = 'let through';
const refusedWith = (kind: (typeof REFUSALS)[number]) => `${errors[kind].status} ${errors[kind].code}`;
const REFUSALS = [
  'session_required',
  'forged_request',
  'insufficient_role',
  'invalid_token',
  'insufficient_scope',
] as const;

async function setUp(platform: TestPlatform) {
  const application = await newApplication(platform);
  const { access_token: token } = await personToken(
    platform,
    application,
    await newPerson(platform, application),
  );
  const pending = await visitPending(platform);
  // Each call has a session of its own, because some calls end theirs, for instance the sign-out.
  const visit = async (role: 'viewer' | 'developer' | 'owner'): Promise<Caller> => ({
    name: role,
    rank: ['viewer', 'developer', 'owner'].indexOf(role),
    headers: headersOf(await visitPortal(platform, role)),
  });
  const accounts = {
    viewer: await visitPortal(platform, 'viewer'),
    developer: await visitPortal(platform, 'developer'),
    owner: await visitPortal(platform, 'owner'),
  };
  const accessTokens = new Map<string, Promise<string>>();
  /** Returns the headers of an access token, which is created once. */
  const withToken = async (role: PortalRole, scopes: readonly PortalScope[]) => {
    const key = `${role} ${scopes.join()}`;
    const { tokens } = platform.server.features.portalAccounts;
    const made =
      accessTokens.get(key) ??
      tokens
        .create(accounts[role].accountId, { name: role, scopes: [...scopes] }, {})
        .then((one) => one.token);
    accessTokens.set(key, made);
    return { authorization: `Bearer ${await made}` };
  };
  return { platform, visit, token, pending, withToken };
}

const headersOf = ({ cookie, csrfToken }: Pick<PortalVisitor, 'cookie' | 'csrfToken'>) => ({
  cookie,
  'x-csrf-token': csrfToken,
});

/** Returns the headers of a session that gave the password and not yet the second factor. */
async function visitPending(platform: TestPlatform): Promise<Record<string, string>> {
  const { id } = await newMember(platform, { role: 'owner' });
  const { sessions } = platform.server.features.portalAccounts;
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  const cookie = await platform.server.db.write((tx) =>
    sessions.open(tx, { userId: id, state: 'second-factor' }, visitor),
  );
  const session = await sessions.find(cookie);
  return headersOf({ cookie: `azulejo-portal=${cookie}`, csrfToken: session?.csrfToken ?? '' });
}

/** Calls the operation as the portal's pages do, with the input of its example. */
async function call(platform: TestPlatform, operation: AnyOperation, headers: Record<string, string>) {
  const [{ method, path, input }] = operation.bindings;
  const members = { ...(operation.example.input as Record<string, unknown>) };
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = encodeURIComponent(String(members[name] ?? 'none'));
    delete members[name];
    return value;
  });
  const inQuery = input === 'query' || input === 'list';
  const entries = Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(inQuery ? entries : []);
  const body = inQuery ? undefined : input === 'image' ? 'no image' : JSON.stringify(members);
  const type = input === 'image' ? 'image/png' : 'application/json';
  const ending = new AbortController();
  const response = await fetch(`${platform.url}${place}?${query}`, {
    method,
    signal: ending.signal,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  });
  // Some responses are streams: only their headers matter.
  ending.abort();
  const code = Number(response.headers.get('x-error'));
  const refusal = REFUSALS.find((kind) => errors[kind].code === code);
  return refusal ? refusedWith(refusal) : ALLOWED;
}

onEachEngineInFull(
  'the authorization of the portal’s operations',
  async ({ start }) => setUp(await start()),
  (scene) => {
    it('requires a role for all operations except those before the sign-in', () => {
      const open = portalOperations.filter(({ access }) => !isOfPortal(access)).map(({ id }) => id);
      assert.deepEqual(open, [
        'portal.session.get',
        'portal.session.signIn',
        'portal.session.passkeyChallenge',
        'portal.session.passkey',
        'portal.session.secondFactor',
        'portal.session.signOut',
        'portal.passwordLinks.read',
        'portal.passwordLinks.use',
        'portal.invitations.read',
        'portal.invitations.accept',
      ]);
      assert.ok(portalOperations.length > open.length);
    });

    for (const operation of portalOperations) {
      const { id, access, bindings } = operation;
      const isChange = bindings[0].method !== 'GET';
      const forged = isChange ? refusedWith('forged_request') : ALLOWED;

      if (!isOfPortal(access)) {
        it(`${id} is allowed without a session and refused to pages of another origin`, async () => {
          const { platform } = scene();
          const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
          assert.equal(await call(platform, operation, foreign), forged);
          assert.equal(await call(platform, operation, { 'sec-fetch-site': 'same-site' }), forged);
          assert.equal(await call(platform, operation, { origin: 'http://elsewhere.example' }), forged);
          assert.equal(await call(platform, operation, { origin: 'null' }), forged);
        });
        continue;
      }

      it(`${id} requires ${access}`, async () => {
        const { platform, visit, token, pending } = scene();
        const needed = ranks[access];
        for (const { name, headers, rank } of [
          { name: 'nobody', headers: {}, rank: NOBODY },
          { name: 'who has not given the code', headers: pending, rank: NOBODY },
          await visit('viewer'),
          await visit('developer'),
          await visit('owner'),
        ]) {
          const refusal =
            rank === NOBODY ? 'session_required' : rank < needed ? 'insufficient_role' : undefined;
          const expected = refusal ? refusedWith(refusal) : ALLOWED;
          assert.equal(await call(platform, operation, headers as Record<string, string>), expected, name);
        }
        const ofPlatform = { authorization: `Bearer ${token}` };
        assert.equal(await call(platform, operation, ofPlatform), refusedWith('invalid_token'));
      });

      it(`${id} is allowed to access tokens with the scope, of accounts with the role`, async () => {
        const { platform, withToken } = scene();
        const needed = portalScopeOf(operation);
        const [granting, others] = [true, false].map((isGranting) =>
          portalScopes.filter((scope) => (needed ? includesScope([scope], needed) : false) === isGranting),
        );
        for (const [rank, role] of (['viewer', 'developer', 'owner'] as const).entries()) {
          const allowed: string = rank >= ranks[access] ? ALLOWED : refusedWith('insufficient_role');
          const outOfScope: string =
            id === 'portal.tokens.current' ? ALLOWED : refusedWith('insufficient_scope');
          for (const [scopes = [], expected] of [
            ...(granting ?? []).map((scope) => [[scope], allowed] as const),
            [others, outOfScope] as const,
          ]) {
            const headers = await withToken(role, scopes);
            assert.equal(await call(platform, operation, headers), expected, `${role}: ${scopes.join()}`);
          }
        }
      });

      it(`${id} is refused to pages of another origin and without the session’s CSRF token`, async () => {
        const { platform, visit } = scene();
        const { headers } = await visit('owner');
        const forgeries: Record<string, string>[] = [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { origin: 'https://elsewhere.example' },
          { origin: 'null' },
          { 'x-csrf-token': '' },
          { 'x-csrf-token': 'another'.repeat(4) },
        ];
        for (const over of forgeries)
          assert.equal(
            await call(platform, operation, { ...headers, ...over }),
            forged,
            JSON.stringify(over),
          );
        const good = { ...headers, 'sec-fetch-site': 'same-origin', origin: platform.url };
        assert.equal(await call(platform, operation, good), ALLOWED);
      });
    }
  },
);
