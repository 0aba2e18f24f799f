import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { testEngine } from '@azulejo/storage/testing';
import { nkeys } from '@nats-io/transport-node';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { issueAuthority, issueLeaf } from '../certificates/issue.ts';
import { systemClock, type Timers } from '../clock.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { natsServer, startNats } from '../testing/nats-server.ts';
import { BUS_VERSION, toBatch, toLine } from './batch.ts';
import { createServerBus, type ServerBusOptions } from './create-server-bus.ts';
import { createBusMetrics, createNoBus, type Gap, type Place, type ServerBus } from './index.ts';
import { openNatsTransport } from './nats.ts';
import { openPostgresTransport } from './postgres.ts';
import type { OpenTransport, Transport } from './transport.ts';

type Messages = { value: { readonly data: unknown }; later: number };
type TestBus = ServerBus<Messages>;

/** A carrier of messages that really runs. */
type Carrier = AsyncDisposable & {
  readonly transport: OpenTransport;
  /** Ends the connections of all buses, which connect again. */
  cut(): Promise<void>;
};

const logger = pino({ enabled: false });

const adminUrl = process.env['AZULEJO_TEST_POSTGRES'];

describe('postgres', { skip: !adminUrl && 'AZULEJO_TEST_POSTGRES is not set' }, () => {
  const { newPlace, removeAfterSuite } = testEngine('postgres', adminUrl ?? '');
  defineContract(async () => {
    const { databaseUrl: url = '' } = await newPlace();
    const admin = new pg.Client(url);
    await admin.connect();
    return {
      transport: openPostgresTransport({ url, timers: systemClock, logger }),
      cut: async () =>
        void (await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name like 'azulejo bus %' and datname = current_database()`,
        )),
      [Symbol.asyncDispose]: () => admin.end(),
    };
  });
  removeAfterSuite();
});

describe('nats', { skip: natsServer === undefined && 'nats-server is not installed' }, () => {
  defineContract(async () => {
    let server = await startNats();
    const { url } = server;
    return {
      transport: openNatsTransport({ url, database: 'test.1', timers: systemClock, logger }),
      async cut() {
        const { port } = server;
        await server.stop();
        server = await startNats({ port });
      },
      [Symbol.asyncDispose]: () => server.stop(),
    };
  });

  it('connects over TLS with the account of a file, and tells nothing of an account that is refused', async () => {
    await using running = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'azulejo-bus-'));
    running.defer(() => rmSync(folder, { recursive: true }));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const authority = issueAuthority(['localhost'], Date.now());
    const leaf = issueLeaf(authority, ['localhost'], Date.now());
    const authorityFile = write('ca.pem', authority.certificate);
    const [cert, key] = [write('cert.pem', leaf.certificate), write('key.pem', leaf.key)];
    const user = nkeys.createUser();
    const seed = new TextDecoder().decode(user.getSeed());
    const account = write('nats.conf', `authorization { users = [ { nkey: ${user.getPublicKey()} } ] }`);
    const token = 'eyJ0eXAiOiJKV1QifQ.e30.none';
    const credentialsFile = write(
      'bus.creds',
      `-----BEGIN NATS USER JWT-----\n${token}\n------END NATS USER JWT------\n
-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
    );
    const nats = await startNats({
      account: ['-c', account],
      tls: ['--tls', '--tlscert', cert, '--tlskey', key],
    });
    running.defer(nats.stop);
    const common = { database: 'test.2', timers: systemClock, logger };
    const address = `localhost:${nats.port}`;
    const openBus = (transport: OpenTransport, server: string) =>
      createServerBus<Messages>(transport, {
        ...{
          server,
          epoch: server,
          clock: systemClock,
          timers: systemClock,
          logger,
          version: () => 1,
          others: () => [],
        },
        metrics: createBusMetrics([new Registry()]),
      });
    const files = { credentialsFile, authorityFile };
    const transport = openNatsTransport({ url: `tls://${address}`, ...files, ...common });
    {
      await using one = await openBus(transport, 'one');
      await using other = await openBus(transport, 'other');
      const { data } = collect(other);
      await settle(one, other);
      one.publish(['all'], 'value', { data: 'over TLS' });
      await until(() => data.length > 0);
    }
    const refused = (options: { url: string; authorityFile?: string; credentialsFile?: string }) =>
      openBus(openNatsTransport({ ...options, ...common }), 'refused').then(
        () => assert.fail('connected'),
        (error: unknown) => inspect(error, { depth: 10 }),
      );
    assert.match(await refused({ url: `tls://${address}`, credentialsFile }), /self-signed|certificate/);
    const error = await refused({ url: `tls://mallory:opensesame@${address}`, authorityFile });
    assert.match(error, /authori[sz]ation violation/i);
    assert.doesNotMatch(error, /opensesame|mallory/);
    const plain = await startNats();
    running.defer(plain.stop);
    const downgraded = await refused({
      url: plain.url.replace('nats:', 'tls:').replace('127.0.0.1', 'localhost'),
    });
    assert.match(downgraded, /tls/i);
    assert.doesNotMatch(downgraded, /secret/);
  });
});

describe('none', () => {
  it('takes what is published, and gives nothing back', async () => {
    await using bus = createNoBus<Messages>();
    using _held = bus.hold('user:1');
    using _heard = bus.on('value', () => assert.fail());
    bus.publish(['user:1', 'all'], 'value', { data: 1 });
    assert.equal(bus.holds('user:1'), false);
  });
});

function defineContract(start: () => Promise<Carrier>) {
  const opened = new AsyncDisposableStack();
  let carrier: Carrier;
  before(async () => {
    carrier = opened.use(await start());
  });
  after(() => opened.disposeAsync());

  const open = (
    server: string,
    timers: Timers = systemClock,
    others: ServerBusOptions['others'] = () => [],
    version = () => 1,
  ): Promise<TestBus> =>
    createServerBus<Messages>(carrier.transport, {
      ...{ server, others, version, timers, logger },
      metrics: createBusMetrics([new Registry()]),
      epoch: randomUUID(),
      clock: systemClock,
    });

  it('delivers to the servers that hold a place, once, and not to the sender', async () => {
    await using one = await open('one');
    await using other = await open('other');
    const [mine, theirs] = [collect(one), collect(other)];
    using _own = one.hold('user:a');
    using _held = other.hold('user:a');
    using _too = other.hold('client:b');
    using _twice = other.hold('user:a');
    await settle(one, other);
    one.publish(['user:a', 'client:b'], 'value', { data: 'ä\t\n1' });
    one.publish(['user:c'], 'value', { data: 2 });
    one.publish(['server:other'], 'value', { data: 3 });
    one.publish(['all'], 'value', { data: 4 });
    await until(() => theirs.data.length >= 3);
    await settle(one, other);
    assert.deepEqual(theirs.data.toSorted(), [3, 4, 'ä\t\n1']);
    assert.deepEqual(theirs.places.get('ä\t\n1'), ['user:a', 'client:b']);
    assert.deepEqual(mine.data, []);
    assert.deepEqual([...mine.gaps, ...theirs.gaps], []);
  });

  it('delivers no more when the last holder of a place has let go', async () => {
    await using one = await open('one');
    await using other = await open('other');
    const { data } = collect(other);
    const held = other.hold('user:a');
    other.hold('user:a')[Symbol.dispose]();
    await settle(one, other);
    one.publish(['user:a'], 'value', { data: 1 });
    await until(() => data.length === 1);
    held[Symbol.dispose]();
    held[Symbol.dispose]();
    await settle(one, other);
    one.publish(['user:a'], 'value', { data: 2 });
    await settle(one, other);
    assert.deepEqual(data, [1]);
    assert.equal(other.holds('user:a'), false);
  });

  it('keeps the order of a sender, over many batches', async () => {
    await using one = await open('one');
    await using other = await open('other');
    const { data, gaps } = collect(other);
    using _held = other.hold('user:a');
    await settle(one, other);
    const sent = Array.from({ length: 5_000 }, (_, index) => index);
    for (const index of sent) one.publish(['user:a'], 'value', { data: index });
    await until(() => data.length === sent.length);
    assert.deepEqual(data, sent);
    assert.deepEqual(gaps, []);
  });

  it('tells of a gap when its connection was lost, and delivers again', async () => {
    await using one = await open('one');
    await using other = await open('other');
    const { data, gaps } = collect(other);
    using _held = other.hold('user:a');
    await settle(one, other);
    const cut = Date.now();
    await carrier.cut();
    await until(() => gaps.some(({ reason }) => reason === 'connection'));
    assert.ok(gaps.every(({ since }) => since <= cut + 1_000 && since > cut - 10_000));
    await settle(one, other);
    one.publish(['user:a'], 'value', { data: 'after' });
    await until(() => data.includes('after'));
  });

  it('finds holes in the numbers of a sender, and takes a doubled batch once', async () => {
    await using other = await open('other');
    const { data, gaps } = collect(other);
    using _held = other.hold('user:a');
    await using raw = await openRaw(carrier);
    const say = (number: number, epoch = 'e') => {
      const header = { version: 1, server: 'raw', epoch, number, time: 1_000 + number };
      raw.send(raw.subjectOf('user:a'), toBatch(header, [toLine('value', ['user:a'], { data: number })]));
    };
    for (const number of [7, 8, 8, 11]) say(number);
    await until(() => data.includes(11));
    assert.deepEqual(data, [7, 8, 11]);
    assert.deepEqual(gaps, [{ since: 1_008, reason: 'numbers' }]);
    say(1, 'f');
    await until(() => data.includes(1));
    assert.equal(gaps[1]?.reason, 'silence', 'it started again without a goodbye');
  });

  it('ignores a kind and a version that it does not know, and repairs what was sent in that version', async () => {
    await using other = await open('other');
    const { data, gaps } = collect(other);
    using _held = other.hold('user:a');
    await using raw = await openRaw(carrier);
    const say = (version: number, number: number, kind: string) => {
      const header = { version, server: 'raw', epoch: 'e', number, time: 1_000 + number };
      raw.send(raw.subjectOf('user:a'), toBatch(header, [toLine(kind, ['user:a'], { data: number })]));
    };
    say(1, 1, 'value');
    say(1, 2, 'unheardOf');
    say(1, 3, 'value');
    await until(() => data.includes(3));
    assert.deepEqual([data, gaps], [[1, 3], []]);
    say(BUS_VERSION + 1, 4, 'value');
    say(1, 5, 'value');
    await until(() => data.includes(5));
    assert.deepEqual([data, gaps], [[1, 3, 5], [{ since: 1_003, reason: 'numbers' }]]);
  });

  it('sends in the version that all servers know', async () => {
    let version = 2;
    await using one = await open(
      'one',
      systemClock,
      () => ['other'],
      () => version,
    );
    const versions: string[] = [];
    await using raw = await openRaw(carrier, (batch) => versions.push(batch.slice(0, batch.indexOf(' '))));
    using _subscribed = raw.subscribe(raw.subjectOf('all'));
    await until(() => versions.includes('2'));
    version = 1;
    one.publish(['all'], 'later', 0);
    await until(() => versions.at(-1) === '1');
  });

  it('takes a server as lost that is silent, unless it said goodbye', async () => {
    const clock = manualClock();
    await using other = await open('other', clock);
    const { gaps } = collect(other);
    await using raw = await openRaw(carrier);
    const say = (server: string, kind: string) =>
      raw.send(
        raw.subjectOf('all'),
        toBatch({ version: 1, server, epoch: 'e', number: 1, time: 5 }, [toLine(kind, ['all'], 0)]),
      );
    const heard = Promise.withResolvers<void>();
    using _heard = other.on('later', () => heard.resolve());
    say('killed', '+alive');
    say('polite', '+alive');
    say('polite', '+leaves');
    say('last', 'later');
    say('last', '+leaves');
    await heard.promise;
    await setTimeout(20);
    clock.advance({ ms: 2_500 });
    assert.deepEqual(gaps, []);
    clock.advance({ ms: 1_000 });
    assert.deepEqual(
      gaps.map(({ reason }) => reason),
      ['silence'],
    );
  });

  it('takes a server as lost again and again that renews its row and is not heard of', async () => {
    const clock = manualClock();
    let others = ['deaf'];
    await using one = await open('one', clock, () => others);
    const { gaps } = collect(one);
    assert.equal(one.hasOthers(), true);
    for (const ms of [1_000, 3_000, 3_000]) clock.advance({ ms });
    assert.deepEqual(
      gaps.map(({ reason }) => reason),
      ['silence', 'silence'],
    );
    others = [];
    clock.advance({ ms: 3_000 });
    assert.equal(gaps.length, 3);
    assert.equal(one.hasOthers(), false);
    clock.advance({ ms: 10_000 });
    assert.equal(gaps.length, 3);
  });

  it('tells the others when too much waited to be sent', async () => {
    await using one = await open('one');
    await using other = await open('other');
    const { gaps } = collect(other);
    await settle(one, other);
    const data = 'x'.repeat(6_000);
    for (let index = 0; index < 3_000; index += 1) one.publish(['user:a'], 'value', { data });
    await until(() => gaps.some(({ reason }) => reason === 'unsent'));
  });

  it('tells who holds its places of a message that is too long to be sent', async () => {
    await using one = await open('one');
    await using other = await open('other');
    await using third = await open('third');
    const [{ gaps }, { gaps: noGaps }] = [collect(other), collect(third)];
    using _held = other.hold('user:a');
    await settle(one, other, third);
    one.publish(['user:a', 'client:b'], 'value', { data: 'x'.repeat(300_000) });
    await until(() => gaps.length > 0);
    await settle(one, other, third);
    assert.deepEqual(
      gaps.map(({ reason, places }) => [reason, places]),
      [['unsent', ['user:a', 'client:b']]],
    );
    assert.deepEqual(noGaps, []);
  });

  it('ignores kinds and versions that it does not know', async () => {
    await using other = await open('other');
    const { data, gaps } = collect(other);
    await using raw = await openRaw(carrier);
    const say = (batch: string) => raw.send(raw.subjectOf('all'), batch);
    say('2 raw e 1 1\nvalue\tall\t{"data":1}');
    say('1 raw e 1 1\nunknown\tall\tnot JSON\nmalformed\nvalue\tall\t{"data":2}');
    await until(() => data.length > 0);
    assert.deepEqual(data, [2]);
    assert.deepEqual(gaps, []);
  });
}

/** Opens a transport that sends what a test writes. */
const openRaw = (
  { transport }: Carrier,
  onBatch: (batch: string) => void = () => undefined,
): Promise<Transport> =>
  transport({
    received: (_subject, batch) => onBatch(batch),
    lost: () => undefined,
    restored: () => undefined,
    dropped: () => undefined,
  });

function collect(bus: TestBus) {
  const collected = {
    data: [] as unknown[],
    gaps: [] as Gap[],
    places: new Map<unknown, readonly Place[]>(),
  };
  bus.on('value', ({ data }, { places }) => {
    collected.data.push(data);
    collected.places.set(data, places);
  });
  bus.onGap((gap) => collected.gaps.push(gap));
  return collected;
}

/** Resolves when each bus has received a message that each other one sent after all before. */
async function settle(...buses: readonly TestBus[]): Promise<void> {
  for (const sender of buses) {
    const mark = Math.random();
    const heard = buses
      .filter((bus) => bus !== sender)
      .map((bus) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const listening = bus.on('later', (message) => {
          if (message === mark) resolve();
        });
        return promise.finally(() => listening[Symbol.dispose]());
      });
    const all = Promise.all(heard);
    do {
      // A connection may be on its way back, and what was sent meanwhile lost.
      sender.publish(['all'], 'later', mark);
    } while (!(await Promise.race([all.then(() => true), setTimeout(20, false)])));
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(5);
}
