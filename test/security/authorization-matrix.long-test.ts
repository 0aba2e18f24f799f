import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, it } from 'node:test';
import { type AnyOperation, type ErrorName, errors, isOfPortal, NEEDS, operations } from '@azulejo/contract';
import { policies } from '@azulejo/server/testing';
import { isFullRun } from '../support/full-run.ts';
import { openMailbox } from '../support/mailbox.ts';
import { rawRequest } from '../support/raw-request.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { type Caller, ownerKinds } from './callers.ts';
import { type CallInit, type Scene, setUpScene, toCall } from './calls.ts';
import { expectedRefusal, type Named } from './expectations.ts';
import { possibleRoutes, type Row, requiredRoutes, routesOf, rows } from './rows.ts';

const UNLIMITED = { RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '10000' };

type Outcome = `${number}` | `${number} ${string}`;

const refusedWith = (kind: ErrorName): Outcome => `${errors[kind].status} ${errors[kind].code}`;

/** Operations that save what acts later: these need the right to do the same besides their own. */
const writing: ReadonlySet<string> = new Set([
  'scenes.create',
  'scenes.replace',
  'shortcuts.create',
  'shortcuts.replace',
  'automations.create',
  'automations.replace',
  'automations.update',
  'automations.replaceDevice',
  'automationVersions.restore',
  'automationRuns.createHook',
  'workers.create',
  'workers.replace',
  'workers.update',
]);

/** `fetch` would open a connection after each HEAD, and takes several times the processor time. */
const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());

async function call(
  { platform }: Scene,
  caller: Caller,
  method: string,
  path: string,
  init: CallInit = {},
): Promise<Outcome> {
  const headers = { ...init.headers, ...caller.headers };
  const { status, headers: replied } = await rawRequest(platform, path, { ...init, method, headers, agent });
  const code = replied['x-error'];
  return code === undefined ? `${status}` : `${status} ${String(code)}`;
}

/** The actual and the expected outcome of every caller, by the caller's name. */
type Comparison = { actual: Record<string, Outcome>; expected: Record<string, Outcome> };

/**
 * Returns the callers that are tried. A method that a path does not have is refused before the caller is looked at,
 * HEAD is GET without the body, and `self` is `me`: without `--full`, two callers try each of these rows, and all of
 * them in turn.
 */
function callersOf({ parties: { callers } }: Scene, row: Row, { user }: Named): readonly Caller[] {
  const isRepeated = row.kind === 'refused-method' || row.method === 'HEAD' || user === 'self';
  if (!isRepeated || isFullRun) return callers;
  const first = (2 * rows.indexOf(row)) % callers.length;
  return [...callers, ...callers].slice(first, first + 2);
}

async function compareReplies(scene: Scene, row: Row, named: Named): Promise<Comparison> {
  const comparison: Comparison = { actual: {}, expected: {} };
  for (const caller of callersOf(scene, row, named)) {
    const { path, init, expected } = await expect(scene, row, caller, named);
    comparison.expected[caller.name] = expected;
    comparison.actual[caller.name] = await call(scene, caller, row.method, path, init);
  }
  return comparison;
}

async function expect(scene: Scene, row: Row, caller: Caller, named: Named) {
  switch (row.kind) {
    case 'open': {
      const path = row.example.replace('{upload}', scene.upload);
      return { path, init: {}, expected: `${row.status}` as const };
    }
    case 'refused-method': {
      const path = row.path.replaceAll(/:\w+/g, 'me');
      return { path, init: {}, expected: refusedWith('method_not_allowed') };
    }
    case 'operation': {
      const { operation, binding } = row;
      const kind = expectedRefusal(operation, caller, scene.parties, named);
      const { path, init } = await toCall(scene, operation, binding, named, caller);
      const expected: Outcome =
        kind === undefined ? `${statusOf(operation, caller, named, scene)}` : refusedWith(kind);
      return { path, init, expected };
    }
  }
}

/** Returns the expected status. Only the channel's owner completes a write; others leave it open. */
function statusOf(
  { status, whileOpen, whenEmpty }: AnyOperation,
  { principal }: Caller,
  { channel }: Named,
  { parties }: Scene,
): number {
  const seesChannel =
    principal?.id === parties.target.clientId || principal?.id === parties.channels.manager.ownerId;
  if (whenEmpty !== undefined && !seesChannel) return whenEmpty;
  return whileOpen !== undefined && principal?.id !== channel?.ownerId ? whileOpen : status;
}

/** Returns what the row's path can name, with the text in the title of its test. */
function namesIn({ kind, path }: Row): (readonly [name: string, named: (scene: Scene) => Named])[] {
  if (kind !== 'operation') return [['', () => ({})]];
  if (/:(channel|command)_id/.test(path))
    return ownerKinds.map((owner) => [
      `of a ${owner}`,
      ({ parties }) => ({ channel: parties.channels[owner] }),
    ]);
  if (!path.includes(':user_id')) return [['', () => ({})]];
  return [
    ['the user’s id', ({ parties }) => ({ user: parties.target.id })],
    ['me', () => ({ user: 'me' })],
    ['self', () => ({ user: 'self' })],
  ];
}

onEachEngineInFull(
  'the authorization matrix',
  async ({ start, use, openDatabase }) => {
    const { url } = use(await openMailbox());
    const environment = { ...UNLIMITED, SMTP_URL: url, MAIL_FROM: 'casa@example.org' };
    return setUpScene(await start({ environment }), await openDatabase());
  },
  (scene) => {
    it('has a row for each route of the server, and no other', () => {
      const { app } = scene().platform.server;
      const routes = routesOf(app.printRoutes({ commonPrefix: false })).filter(
        // The response to preflights is the same for every path; the CORS tests cover it.
        (route) => route !== 'OPTIONS /*',
      );
      assert.ok(routes.length > 50);
      // Of more than a thousand routes, a failure shows only those that differ.
      const without = (all: readonly string[], others: readonly string[]) => {
        const set = new Set(others);
        return all.filter((route) => !set.has(route));
      };
      assert.deepEqual(without(routes, [...requiredRoutes, ...possibleRoutes]), []);
      assert.deepEqual(without(requiredRoutes, routes), []);
    });

    for (const row of rows) {
      for (const [name, named] of namesIn(row)) {
        it(`answers each caller as the contract says: ${row.method} ${row.path} ${name}`.trim(), async () => {
          const { actual, expected } = await compareReplies(scene(), row, named(scene()));
          assert.deepEqual(actual, expected);
        });
      }
    }

    for (const need of NEEDS) {
      it(`lets a sign-in with the right ${need} do nothing else`, async () => {
        const caller = await scene().parties.limited(need);
        const lacks = refusedWith('insufficient_scope');
        const forbidden = refusedWith('forbidden');
        for (const row of rows) {
          if (row.kind !== 'operation' || row.method === 'HEAD' || row.operation.access === 'public')
            continue;
          const { operation, binding } = row;
          const isOwn = operation.needs === need;
          // What is refused is refused before anything is looked up, so that no example is needed.
          const { path, init } = isOwn
            ? await toCall(scene(), operation, binding, { user: 'me' }, caller)
            : { path: row.path.replaceAll(/:\w+/g, 'me'), init: {} };
          const outcome = await call(scene(), caller, row.method, path, init);
          const isRefused = outcome === (operation.needs === undefined ? forbidden : lacks);
          const mayLack = isOwn && writing.has(operation.id);
          if (!mayLack) assert.equal(isRefused, !isOwn, `${row.method} ${row.path} is ${outcome}`);
        }
      });
    }

    it('has a need for exactly the operations that people may call', () => {
      for (const { id, access, needs } of operations) {
        const isOfPeople =
          access !== 'public' &&
          !isOfPortal(access) &&
          policies[access].some(({ principal }) => principal === 'user');
        assert.equal(needs !== undefined, isOfPeople, id);
      }
    });

    it('returns 401 for bad tokens only', async () => {
      const holders = scene().parties.callers.filter(({ principal }) => principal);
      for (const [index, row] of rows.entries()) {
        // Without `--full`, a holder of a token tries each row, and all of them in turn.
        for (const caller of isFullRun ? holders : holders.slice(index % holders.length).slice(0, 1)) {
          if (row.kind !== 'operation' || row.operation.access === 'public') continue;
          const { path, init } = await toCall(scene(), row.operation, row.binding, {});
          const outcome = await call(scene(), caller, row.method, path, init);
          assert.ok(!outcome.startsWith('401'), `${caller.name}: ${row.method} ${path} is ${outcome}`);
        }
      }
    });

    it('refuses a distributor as soon as it is unlinked', async () => {
      const { platform, parties } = scene();
      const distributor = parties.callers.find(({ name }) => name === 'the application’s distributor');
      assert.ok(distributor?.principal);
      const path = `/v3/users/${parties.target.id}`;
      const { applications } = platform.server.features;
      const [distributorId, applicationId] = [distributor.principal.clientId, parties.target.clientId];
      assert.equal(await call(scene(), distributor, 'GET', path), '200');
      await applications.unlink(distributorId, applicationId);
      assert.equal(await call(scene(), distributor, 'GET', path), refusedWith('not_found'));
      await applications.link(distributorId, applicationId);
      assert.equal(await call(scene(), distributor, 'GET', path), '200');
    });
  },
);
