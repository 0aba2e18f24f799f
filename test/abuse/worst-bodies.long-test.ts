import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, it } from 'node:test';
import { type AnyOperation, type Binding, operations, portalOperations } from '@azulejo/contract';
import { type Caller, ownerKinds } from '../security/callers.ts';
import { type Scene, setUpScene, toCall } from '../security/calls.ts';
import { expectedRefusal, type Named } from '../security/expectations.ts';
import { visitPortal } from '../support/portal.ts';
import { rawRequest } from '../support/raw-request.ts';
import { onSqlite } from '../support/scene.ts';
import { meterTurns, processorTimeOf } from './turn-meter.ts';
import { bodiesOfStrangers, type WorstBody, worstBodies } from './worst-bodies.ts';

/** The longest turn of the event loop that a body may cause besides its parsing. */
const MAX_TURN_MS = 20;
const MAX_ERROR_BYTES = 64 * 1024;
/** Garbage collection and compilation take time now and then: only a body that always takes long is at fault. */
const TRIES = 3;
const UNLIMITED = { RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '10000' };

const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());

type Target = { path: string; method: string; headers: Record<string, string> };

/** Returns why a body is too much work, or undefined. */
async function excessOf({ platform }: Scene, target: Target, { text, name }: WorstBody) {
  const { path, method } = target;
  const headers = { ...target.headers, 'content-type': 'application/json' };
  const parsing = Math.max(...Array.from({ length: 2 }, () => processorTimeOf(() => parse(text))));
  using meter = meterTurns();
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES && least > MAX_TURN_MS + parsing; tried += 1) {
    meter.take();
    const { status, body } = await rawRequest(platform, path, { method, headers, body: text, agent });
    least = Math.min(least, meter.take());
    if (status === 500) return `${method} ${path} ${name}: ${status}`;
    if (status >= 400 && body.length > MAX_ERROR_BYTES)
      return `${method} ${path} ${name}: ${body.length} bytes`;
  }
  const turn = least - parsing;
  return turn > MAX_TURN_MS ? `${method} ${path} ${name}: ${Math.round(turn)} ms` : undefined;
}

function parse(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    // Malformed bodies are parsed up to their error.
  }
}

/** Returns a caller that the operation lets in, and what the path names. */
function callerOf(
  { parties }: Scene,
  operation: AnyOperation,
): readonly [caller: Caller, named: Named] | undefined {
  const users: Named[] = [{ user: 'me' }, { user: parties.target.id }];
  const channels = ownerKinds.map((kind): Named => ({ channel: parties.channels[kind] }));
  for (const named of [...users, ...channels])
    for (const caller of parties.callers)
      if (caller.principal && expectedRefusal(operation, caller, parties, named) === undefined)
        return [caller, named];
  return undefined;
}

async function targetOf(scene: Scene, operation: AnyOperation, binding: Binding): Promise<Target> {
  const { method } = binding;
  if (operation.id.startsWith('portal.')) {
    const { cookie, csrfToken } = await visitPortal(scene.platform);
    const path = binding.path.replaceAll(
      /\{(\w+)\}/g,
      (_all, name: string) => namesOfPortal(scene)[name] ?? 'x',
    );
    return { path, method, headers: { cookie, 'x-csrf-token': csrfToken } };
  }
  const [caller, named] = callerOf(scene, operation) ?? [undefined, {}];
  const { path } = await toCall(scene, operation, binding, named, caller);
  return { path, method, headers: { ...caller?.headers } };
}

const namesOfPortal = ({ parties }: Scene): Record<string, string> => ({
  application_id: parties.application.clientId,
  user_id: parties.target.id,
});

const bindings = [...operations, ...portalOperations].flatMap((operation: AnyOperation) =>
  operation.bindings.map((binding) => ({ operation, binding })),
);
const withBody = bindings.filter(
  ({ binding }) => binding.input === 'json' || binding.input === 'json-or-form',
);

onSqlite(
  'the worst bodies of every operation',
  async ({ start, openDatabase }) =>
    setUpScene(await start({ environment: UNLIMITED }), await openDatabase()),
  (scene) => {
    for (const { operation, binding } of withBody) {
      it(`hold the event loop only briefly: ${binding.method} ${binding.path}`, async () => {
        const target = await targetOf(scene(), operation, binding);
        const excess: string[] = [];
        for (const body of worstBodies(operation)) {
          const found = await excessOf(scene(), target, body);
          if (found !== undefined) excess.push(found);
        }
        const stranger = { ...target, headers: {} };
        for (const body of bodiesOfStrangers(operation)) {
          const found = await excessOf(scene(), stranger, body);
          if (found !== undefined) excess.push(found);
        }
        assert.deepEqual(excess, []);
      });
    }
  },
);
