/** A baseline: a broker without authentication, authorization or storage. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import { answerWith } from './baseline.ts';

export type BareAedesQuestion = { ask: 'port' | 'memory' };

let listening: Promise<number> | undefined;

answerWith<BareAedesQuestion, number>(async ({ ask }) => {
  listening ??= listen();
  const port = await listening;
  return ask === 'port' ? port : process.memoryUsage.rss();
});

async function listen(): Promise<number> {
  const broker = await Aedes.createBroker({ authorizePublish: (_client, _packet, done) => done(null) });
  // Without `noDelay`, Nagle's algorithm delays small packets, and the broker looks slow.
  const server = createServer({ noDelay: true }, broker.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
