import { setImmediate } from 'node:timers/promises';
import type { Case } from './protocol-case.ts';
import { openRaw, type RawClient } from './protocol-client.ts';
import { connack, connect, connect31, PINGREQ, PINGRESP } from './protocol-wire.ts';

const opening = { nothing: undefined, '3.1': connect31(), '3.1.1': connect() };

type Options = { patienceMs?: number /** Sends each byte separately. */; isDripping?: boolean };

/** Runs one case on its own connection. Returns what went wrong, or undefined. */
export async function runCase(port: number, one: Case, options: Options = {}): Promise<string | undefined> {
  using client = await openRaw(port, options.patienceMs);
  const first = opening[one.after];
  if (first) {
    client.send(first);
    await client.take(connack(0).length);
  }
  if (options.isDripping) await drip(client, one.send.subarray(0, -1));
  const rest = options.isDripping ? one.send.subarray(-1) : one.send;
  const isEnd = one.expect === 'closed' || (one.expect[0] === 0x20 && one.expect[3] !== 0);
  return await (isEnd ? runToEnd(client, rest, one.expect) : runOn(client, rest, one.expect));
}

async function drip(client: RawClient, send: Buffer): Promise<void> {
  for (const byte of send) {
    client.send(Buffer.of(byte));
    await setImmediate();
  }
}

/** Checks that the connection closes and that a PINGREQ sent behind the packet is not answered. */
async function runToEnd(
  client: RawClient,
  send: Buffer,
  expect: Case['expect'],
): Promise<string | undefined> {
  client.send(send, PINGREQ);
  const received: string[] = [];
  try {
    for (;;) {
      const answer = await client.takePacket();
      received.push(answer.toString('hex'));
      if (answer.equals(PINGRESP)) return `open, answered ${received}`;
    }
  } catch {
    if (!client.socket.closed) return `open, answered ${received}`;
  }
  const expected = expect === 'closed' ? '' : expect.toString('hex');
  return received.join() === expected ? undefined : `closed after ${received}`;
}

/** Checks that the answer is the expected one and that the connection stays open. */
async function runOn(client: RawClient, send: Buffer, expect: Case['expect']): Promise<string | undefined> {
  const expected = Buffer.from(expect);
  try {
    client.send(send);
    const answer = await client.take(expected.length);
    if (!answer.equals(expected)) return `answered ${answer.toString('hex')}`;
    client.send(PINGREQ);
    const last = await client.takePacket();
    return last.equals(PINGRESP) ? undefined : `answered ${last.toString('hex')} too`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
