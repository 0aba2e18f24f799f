import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { connect, createServer } from 'node:tls';
import { pino } from 'pino';
import { type Hosts, hostsOf } from './hosts.ts';
import { issueLeaf } from './issue.ts';
import { serveOwn } from './own.ts';
import { hostsIn, ownFiles } from './own-files.ts';
import { type ServedCertificate, toPair } from './served.ts';

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
  serveOwn({ folder, hosts, clock: { now }, logger, everyMs: 5 });

/** What a start finds and makes. */
async function startOnce(changes: Changes = {}) {
  await using served = await serve(changes);
  const [leaf, authority] = [served.pair().cert, served.authority() ?? ''];
  return { leaf: new X509Certificate(leaf), authority: new X509Certificate(authority) };
}

/** Undefined when a client that trusts `ca` takes the server at `host` for what it says it is. */
async function refusalOf(pair: ReturnType<ServedCertificate['pair']>, ca: string, host: string) {
  const server = createServer(pair, (socket) => socket.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  // Without SNI, as known apps come (ios-app 4.1).
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

describe('a certificate of our own', () => {
  it('is taken by clients that trust its authority, for every host, and by no others', async () => {
    await using served = await serve();
    const ca = served.authority() ?? '';
    for (const host of HOME.configured)
      assert.equal(await refusalOf(served.pair(), ca, host), undefined, host);
    assert.equal(await refusalOf(served.pair(), ca, 'other.example'), 'NOT_NAMED');
    const stranger = await startElsewhere();
    assert.notEqual(await refusalOf(served.pair(), stranger, 'localhost'), undefined);
  });

  it('cannot be issued for other hosts by whoever steals the authority’s key', async () => {
    const { authority } = await startOnce();
    const stolen = await ownFiles(folder).readAuthority();
    assert.ok(stolen);
    for (const host of ['bank.example', '10.1.2.3', '2001:db8::1']) {
      const forged = issueLeaf(stolen, ['localhost', host], Date.now());
      const refusal = await refusalOf(toPair(forged), authority.toString(), 'localhost');
      assert.equal(refusal, 'permitted subtree violation', host);
    }
  });

  it('is kept, readable by its owner only, over starts', async () => {
    const first = await startOnce();
    const again = await startOnce();
    assert.equal(again.leaf.fingerprint256, first.leaf.fingerprint256);
    assert.equal(again.authority.fingerprint256, first.authority.fingerprint256);
    assert.deepEqual((await readdir(folder)).toSorted(), ['authority.json', 'ca.pem', 'server.pem']);
    for (const name of await readdir(folder))
      assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name);
    const publicFile = await readFile(join(folder, 'ca.pem'), 'utf8');
    assert.equal(publicFile, first.authority.toString());
    assert.throws(() => createPrivateKey(publicFile), 'the file to hand out holds no key');
  });

  it('lasts 397 days at most, and its authority ten years', async () => {
    const { leaf, authority } = await startOnce();
    const days = ({ validFromDate, validToDate }: X509Certificate) =>
      (validToDate.getTime() + 1000 - validFromDate.getTime()) / DAY_MS;
    assert.deepEqual([days(leaf), days(authority)], [397, 3650]);
  });

  it('is renewed a month before its end by the same authority, and the authority before its own', async () => {
    const first = await startOnce();
    const later = (days: number) => startOnce({ now: () => Date.now() + days * DAY_MS });
    assert.equal((await later(365)).leaf.fingerprint256, first.leaf.fingerprint256);
    const renewed = await later(367);
    assert.notEqual(renewed.leaf.fingerprint256, first.leaf.fingerprint256);
    assert.equal(renewed.authority.fingerprint256, first.authority.fingerprint256);
    const [before, after] = [await later(3618), await later(3620)];
    assert.equal(before.authority.fingerprint256, first.authority.fingerprint256);
    assert.notEqual(after.authority.fingerprint256, first.authority.fingerprint256);
    assert.ok(after.leaf.checkIssued(after.authority));
  });

  it('names a new address of this machine by the same authority where that may, and leaves it out where not', async () => {
    const found = (...addresses: string[]): Hosts => ({
      configured: HOME.configured,
      found: addresses,
      networks: ['192.168.1.0/24'],
    });
    const first = await startOnce({ hosts: () => found('192.168.1.7') });
    const moved = await startOnce({ hosts: () => found('192.168.1.8', '172.17.0.1') });
    assert.equal(moved.authority.fingerprint256, first.authority.fingerprint256);
    assert.ok(moved.leaf.checkIP('192.168.1.8'));
    assert.equal(moved.leaf.checkIP('172.17.0.1'), undefined);
  });
});

describe('an authority of our own', () => {
  it('is another one when a configured host is beyond it; it may then name the earlier ones too', async () => {
    const first = await startOnce();
    const other = () => hostsOf('127.0.0.1', ['other.example']);
    const second = await startOnce({ hosts: other });
    assert.notEqual(second.authority.fingerprint256, first.authority.fingerprint256);
    assert.notEqual(second.authority.subject, first.authority.subject);
    assert.ok(second.leaf.checkHost('other.example'));
    const third = await startOnce();
    const fourth = await startOnce({ hosts: other });
    for (const { authority } of [third, fourth])
      assert.equal(authority.fingerprint256, second.authority.fingerprint256);
    assert.deepEqual(hostsIn(fourth.leaf).toSorted(), [...HOME.configured, 'other.example'].toSorted());
  });

  it('is one for servers that start on one folder at one moment', async () => {
    await using started = new AsyncDisposableStack();
    const servers = await Promise.all(Array.from({ length: 8 }, () => serve()));
    for (const server of servers) started.use(server);
    assert.equal(new Set(servers.map((server) => server.authority())).size, 1);
  });

  it('and its certificate are followed when another server that shares the folder renews them', async () => {
    await using served = await serve();
    const { promise, resolve } = Promise.withResolvers<string>();
    served.onRenewal(({ cert }) => resolve(cert));
    const { leaf } = await startOnce({ now: () => Date.now() + 370 * DAY_MS });
    assert.equal(new X509Certificate(await promise).fingerprint256, leaf.fingerprint256);
  });

  it('is not replaced in silence when its file is damaged', async () => {
    await startOnce();
    await writeFile(join(folder, 'authority.json'), '{}');
    await assert.rejects(serve(), /authority\.json is damaged: take it from a backup/);
  });
});

async function startElsewhere(): Promise<string> {
  const elsewhere = join(root, 'elsewhere');
  await using served = await serveOwn({
    folder: elsewhere,
    hosts: () => HOME,
    clock: { now: Date.now },
    logger,
  });
  return served.authority() ?? '';
}
