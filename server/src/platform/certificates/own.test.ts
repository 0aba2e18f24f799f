import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { connect, createServer } from 'node:tls';
import { pino } from 'pino';
import { systemClock } from '../clock.ts';
import { type Hosts, hostsOf } from './hosts.ts';
import { issueLeaf } from './issue.ts';
import { serveOwn } from './own.ts';
import { ownFiles } from './own-files.ts';
import { type ServedCertificate, toPair } from './served.ts';
import { hostsIn } from './settle.ts';

const DAY_MS = 86_400_000;
const logger = pino({ enabled: false });
const HOME = hostsOf('127.0.0.1', ['home.example']);

let root: string;
let folder: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'azulejo-certificates-'));
});
after(() => rm(root, { recursive: true }));
beforeEach(async () => {
  folder = join(await mkdtemp(join(root, 'run-')), 'certificates');
});

type Changes = { hosts?: () => Hosts; now?: () => number };
const serve = ({ hosts = () => HOME, now = Date.now }: Changes = {}) =>
  serveOwn({ folder, hosts, clock: { ...systemClock, now }, timers: systemClock, logger, everyMs: 5 });

/**
 * Starts once. Returns the certificate, the authority that issued it, and all authorities for clients to
 * trust.
 */
async function startOnce(changes: Changes = {}) {
  await using served = await serve(changes);
  const leaf = new X509Certificate(served.pair().cert);
  const trusted = (served.trusted() ?? '').split(/(?<=END CERTIFICATE-----\n)(?=-)/);
  const authorities = trusted.map((pem) => new X509Certificate(pem));
  const authority = authorities.find((each) => leaf.verify(each.publicKey));
  assert.ok(authority, 'clients get the authority to trust');
  return { leaf, authority, authorities: authorities.map(({ subject }) => subject) };
}

/** Returns why a client that trusts `ca` refuses the server at `host`, or undefined when it accepts it. */
async function refusalOf(pair: ReturnType<ServedCertificate['pair']>, ca: string, host: string) {
  const server = createServer(pair, (socket) => socket.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  // The connection has no SNI, like those of known apps (ios-app 4.1).
  const socket = connect({
    host: '127.0.0.1',
    port,
    ca,
    servername: '',
    checkServerIdentity: () => undefined,
  });
  try {
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerX509Certificate();
    const isNamed = /^[\d.:a-f]+$/.test(host) ? certificate?.checkIP(host) : certificate?.checkHost(host);
    return isNamed === undefined ? 'NOT_NAMED' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    socket.destroy();
    server.close();
  }
}

describe('serveOwn certificates', () => {
  it('serves every configured host to clients that trust its authority, and to no others', async () => {
    await using served = await serve();
    const ca = served.trusted() ?? '';
    for (const host of HOME.configured)
      assert.equal(await refusalOf(served.pair(), ca, host), undefined, host);
    assert.equal(await refusalOf(served.pair(), ca, 'other.example'), 'NOT_NAMED');
    const stranger = await startElsewhere();
    assert.notEqual(await refusalOf(served.pair(), stranger, 'localhost'), undefined);
  });

  it('constrains the authority, so that clients refuse other hosts signed with a stolen key', async () => {
    const { authority } = await startOnce();
    const [stolen] = await ownFiles(folder).readAuthorities();
    assert.ok(stolen);
    for (const host of ['bank.example', '10.1.2.3', '2001:db8::1']) {
      const forged = issueLeaf(stolen, ['localhost', host], Date.now());
      const refusal = await refusalOf(toPair(forged), authority.toString(), 'localhost');
      assert.equal(refusal, 'permitted subtree violation', host);
    }
  });

  it('keeps the certificate across restarts in files that only their owner may read', async () => {
    const first = await startOnce();
    const again = await startOnce();
    assert.equal(again.leaf.fingerprint256, first.leaf.fingerprint256);
    assert.deepEqual(again.authorities, first.authorities);
    assert.deepEqual((await readdir(folder)).toSorted(), ['authority-1.json', 'ca.pem', 'server-1.pem']);
    for (const name of await readdir(folder))
      assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name);
    const publicFile = await readFile(join(folder, 'ca.pem'), 'utf8');
    assert.equal(publicFile, first.authority.toString());
    assert.throws(() => createPrivateKey(publicFile), 'the file to hand out holds no key');
  });

  it('issues a certificate for 397 days and an authority for ten years', async () => {
    const { leaf, authority } = await startOnce();
    const days = ({ validFromDate, validToDate }: X509Certificate) =>
      (validToDate.getTime() + 1000 - validFromDate.getTime()) / DAY_MS;
    assert.deepEqual([days(leaf), days(authority)], [397, 3650]);
  });

  it('renews the certificate with the same authority a month before it expires', async () => {
    const first = await startOnce();
    const later = (days: number) => startOnce({ now: () => Date.now() + days * DAY_MS });
    assert.equal((await later(365)).leaf.fingerprint256, first.leaf.fingerprint256);
    const renewed = await later(367);
    assert.notEqual(renewed.leaf.fingerprint256, first.leaf.fingerprint256);
    assert.deepEqual(renewed.authorities, first.authorities);
  });

  it('adds a new address of this machine only when the authority permits it', async () => {
    const found = (...addresses: string[]): Hosts => ({
      configured: HOME.configured,
      found: addresses,
      networks: ['192.168.1.0/24'],
    });
    const first = await startOnce({ hosts: () => found('192.168.1.7') });
    const moved = await startOnce({ hosts: () => found('192.168.1.8', '172.17.0.1') });
    assert.deepEqual(moved.authorities, first.authorities);
    assert.ok(moved.leaf.checkIP('192.168.1.8'));
    assert.equal(moved.leaf.checkIP('172.17.0.1'), undefined);
  });
});

describe('serveOwn authorities', () => {
  it('keeps an authority without constraints when the hosts change', async () => {
    const unconstrained = (name: string) => () => ({
      ...hostsOf('127.0.0.1', [name]),
      isUnconstrained: true,
    });
    const constrained = await startOnce();
    const first = await startOnce({ hosts: unconstrained('home.example') });
    assert.deepEqual(first.authorities, [constrained.authority.subject, first.authority.subject]);
    const oid = Buffer.from([0x55, 0x1d, 30]);
    assert.deepEqual(
      [constrained, first].map(({ authority }) => authority.raw.includes(oid)),
      [true, false],
    );
    const moved = await startOnce({ hosts: unconstrained('new.example') });
    assert.deepEqual(moved.authorities, first.authorities);
    assert.ok(moved.leaf.checkHost('new.example'));
    assert.equal((await startOnce()).authority.subject, constrained.authority.subject);
  });

  it('uses an authority until a month before its end, and publishes the next a year before', async () => {
    const first = await startOnce();
    const later = (days: number) => startOnce({ now: () => Date.now() + days * DAY_MS });
    assert.deepEqual((await later(3283)).authorities, first.authorities);
    const both = await later(3286);
    assert.equal(both.authorities.length, 2);
    const before = await later(3618);
    assert.equal(before.authority.subject, first.authority.subject);
    const after = await later(3620);
    assert.notEqual(after.authority.subject, first.authority.subject);
    assert.deepEqual(after.authorities, both.authorities);
    assert.deepEqual((await later(3650)).authorities, [after.authority.subject]);
  });

  it('uses a second authority only while a host is configured that the first may not name', async () => {
    const first = await startOnce();
    const other = () => hostsOf('127.0.0.1', ['other.example']);
    const slip = await startOnce({ hosts: other });
    assert.notEqual(slip.authority.subject, first.authority.subject);
    assert.ok(slip.leaf.checkHost('other.example'));
    assert.equal(slip.leaf.checkHost('home.example'), undefined);
    const corrected = await startOnce();
    assert.equal(corrected.leaf.fingerprint256, first.leaf.fingerprint256);
    assert.deepEqual(corrected.authorities, [first.authority.subject, slip.authority.subject]);
    assert.equal((await startOnce({ hosts: other })).leaf.fingerprint256, slip.leaf.fingerprint256);
  });

  it('issues one certificate for servers with different hosts when one authority may name all', async () => {
    const hosts = (...names: string[]) => ({ hosts: () => hostsOf('127.0.0.1', ['example', ...names]) });
    await startOnce(hosts());
    const one = await startOnce(hosts('one.example'));
    const two = await startOnce(hosts('two.example'));
    assert.equal((await startOnce(hosts('one.example'))).leaf.fingerprint256, two.leaf.fingerprint256);
    assert.notEqual(one.leaf.fingerprint256, two.leaf.fingerprint256);
    const named = hostsIn(two.leaf).filter((host) => host.endsWith('example'));
    assert.deepEqual(named.toSorted(), ['example', 'one.example', 'two.example']);
  });

  it('creates one authority when several servers start on one folder at the same time', async () => {
    await using started = new AsyncDisposableStack();
    const servers = await Promise.all(Array.from({ length: 8 }, () => serve()));
    for (const server of servers) started.use(server);
    assert.equal(new Set(servers.map((server) => server.trusted())).size, 1);
  });

  it('reloads the certificate when another server that shares the folder renews it', async () => {
    await using served = await serve();
    const { promise, resolve } = Promise.withResolvers<string>();
    served.onRenewal(({ cert }) => resolve(cert));
    const { leaf } = await startOnce({ now: () => Date.now() + 370 * DAY_MS });
    assert.equal(new X509Certificate(await promise).fingerprint256, leaf.fingerprint256);
  });

  it('refuses to start when the file of the authority is damaged', async () => {
    await startOnce();
    await writeFile(join(folder, 'authority-1.json'), '{}');
    await assert.rejects(serve(), /authority-1\.json is damaged: take it from a backup/);
  });
});

async function startElsewhere(): Promise<string> {
  const elsewhere = join(root, 'elsewhere');
  await using served = await serveOwn({
    folder: elsewhere,
    hosts: () => HOME,
    clock: systemClock,
    timers: systemClock,
    logger,
  });
  return served.trusted() ?? '';
}
