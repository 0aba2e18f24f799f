import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { Aedes, type AedesOptions } from 'aedes';
import { cases } from './protocol-cases.ts';
import { runCase } from './protocol-run-case.ts';

/** The rules of the other tests, as hooks for Aedes. */
const hooks: AedesOptions = {
  authenticate: (client, username, password, done) => {
    const secret = password?.toString();
    if (secret === 'unclear') return client.conn.destroy();
    if (secret === 'right' && username) return done(null, true);
    done(Object.assign(new Error('refused'), { returnCode: 4 }), false);
  },
  authorizeSubscribe: (_client, subscription, done) =>
    done(null, subscription.topic === 'forbidden' ? null : subscription),
};

it('shows that Aedes alone fails more than twenty conformance cases (decision 26)', async () => {
  const broker = await Aedes.createBroker(hooks);
  broker.on('clientError', () => {});
  broker.on('connectionError', () => {});
  const server = createServer({ noDelay: true }, broker.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const wrong: string[] = [];
  for (const one of cases) {
    if (one.left) continue;
    const failure = await runCase(port, one, { patienceMs: 1_000 });
    if (failure) wrong.push(`${one.packet}, ${one.name} (${one.clause}): ${failure.slice(0, 100)}`);
  }
  server.close();
  await new Promise<void>((resolve) => broker.close(resolve));
  assert.ok(wrong.length > 20, wrong.join('\n'));
});
