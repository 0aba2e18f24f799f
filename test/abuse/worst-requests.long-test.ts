import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { operations } from '@azulejo/contract';
import { newMember } from '../connections/mqtt/live-scene.ts';
import {
  CLEAN,
  connect,
  connectBody,
  PASSWORD,
  packet,
  publish,
  subscribe,
  text,
  USERNAME,
  unsubscribe,
  WILL,
} from '../connections/mqtt/protocol-wire.ts';
import { newApplication } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { meterTurns } from './turn-meter.ts';

/** The longest turn of the event loop that a request or a packet may cause. */
const MAX_TURN_MS = 20;
/** Garbage collection and compilation take time now and then: only what always takes long is at fault. */
const TRIES = 6;
const KB = 1024;
/** Nearly the limits of the head of a request and of its body. */
const HEAD_BYTES = 15 * KB;
const BODY_BYTES = 255 * KB;
/** The limit of a form. */
const FORM_BYTES = 63 * KB;
/** The maximum length of a text in a packet. */
const TEXT_BYTES = 65_535;
/** How long a connection is watched that the server does not close. */
const WATCHED_MS = 50;

const repeated = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length));

function numbered(bytes: number, part: (index: number) => string): string {
  let whole = '';
  for (let index = 0; whole.length < bytes - 20; index += 1) whole += part(index);
  return whole;
}

/** Values of headers. */
const VALUES: Readonly<Record<string, string>> = {
  commas: repeated(',', HEAD_BYTES),
  parts: numbered(HEAD_BYTES, (index) => `a${index},`),
  weights: numbered(HEAD_BYTES, (index) => `a-${index};q=0.${index % 10},`),
  quotes: repeated('"', HEAD_BYTES),
  'weak tags': repeated('W/"', HEAD_BYTES),
  cookies: numbered(HEAD_BYTES, (index) => `a${index}=b; `),
  spaces: `a${repeated(' ', HEAD_BYTES)}a`,
  semicolons: repeated(';', HEAD_BYTES),
  percents: repeated('%25', HEAD_BYTES),
  addresses: numbered(HEAD_BYTES, (index) => `10.0.${index % 250}.1, `),
  ranges: `bytes=${numbered(HEAD_BYTES, (index) => `${index}-${index + 1},`)}`,
};
const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Cookie',
  'Forwarded',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Origin',
  'Range',
  'User-Agent',
  'X-Forwarded-For',
];

/** Queries and forms. */
const formsOf = (bytes: number): Readonly<Record<string, string>> => ({
  'many names': numbered(bytes, (index) => `a${index}=&`),
  'one name': repeated('a=1&', bytes),
  'a known name': repeated('username=a&', bytes),
  'empty names': repeated('&', bytes),
  'nested names': `a${repeated('[a]', bytes)}=1`,
  'indexed names': numbered(bytes, (index) => `a[${index}]=1&`),
  percents: `a=${repeated('%25', bytes)}`,
  'halves of percents': `a=${repeated('%', bytes)}`,
  pluses: `a=${repeated('+', bytes)}`,
  'misspelt names': numbered(bytes, (index) => `usernam${String.fromCharCode(97 + (index % 26))}${index}=&`),
  'a token': `token=${repeated('a', bytes)}`,
  'a password': `token=x&password=${repeated('aB1!', bytes)}`,
});

const PATHS: Readonly<Record<string, string>> = {
  'short segments': repeated('/a', 119),
  'misspelt segments': `/v3/users/${repeated('a', 30)}/channelz/${repeated('a', 20)}/componentz/a/propertiez/aa`,
  'one segment': `/${repeated('a', HEAD_BYTES)}`,
  segments: repeated('/a', HEAD_BYTES),
  slashes: repeated('/', HEAD_BYTES),
  dots: repeated('/..', HEAD_BYTES),
  'encoded slashes': `/${repeated('%2F', HEAD_BYTES)}`,
  'encoded letters': `/v3/${repeated('%61', HEAD_BYTES)}`,
  'halves of percents': `/v3/${repeated('%', HEAD_BYTES)}`,
};

/** Pages that read queries, and forms that they send. */
const PAGES = ['/reset-password', '/confirm-email', '/devices'];
const FORMS = ['/v3/auth/authorize', '/reset-password', '/confirm-email', '/download-my-data'];

/** The lists and other reads of a user or of everybody, which have queries. */
const READS = [
  ...new Set(
    operations.flatMap(({ bindings }) =>
      bindings
        .filter(({ method, input }) => method === 'GET' && (input === 'list' || input === 'query'))
        .map(({ path }) => path.replace('{user_id}', 'me'))
        .filter((path) => !path.includes('{') && !path.endsWith('/events')),
    ),
  ),
];

const SEARCHES = [
  `order_by=${numbered(HEAD_BYTES, (index) => `a${index},`)}`,
  `fields=${numbered(HEAD_BYTES, (index) => `a${index},`)}`,
  repeated('id=like/%25a%25/s&', HEAD_BYTES),
  `id=like/${repeated('%25a', HEAD_BYTES / 8)}/s`,
  `id=in/${'['.repeat(1_900)}/j`,
  repeated('id=a&', HEAD_BYTES),
  `search=${repeated('%25_', HEAD_BYTES)}`,
];

/** Texts in packets. */
const TEXTS: Readonly<Record<string, string | Buffer>> = {
  letters: repeated('a', TEXT_BYTES),
  slashes: repeated('/', TEXT_BYTES),
  wildcards: `${repeated('+/', TEXT_BYTES - 1)}+`,
  emoji: repeated('\u{1f600}', TEXT_BYTES / 2),
  colons: repeated(':', TEXT_BYTES),
  zeros: Buffer.alloc(TEXT_BYTES),
  'no UTF-8': Buffer.alloc(TEXT_BYTES, 0xff),
};

const FILTERS: Readonly<Record<string, (index: number, userId: string) => string>> = {
  equal: () => 'a',
  short: (index) => `a${index}`,
  own: (index, userId) => `/v3/users/${userId}/channels/${index}/values`,
  wild: (index, userId) => `/v3/users/${userId}/+/${index}/#`,
  deep: (index) => `${repeated('+/', 400)}${index}`,
};

type Fields = { method?: string; path: string; headers?: Readonly<Record<string, string>>; form?: string };

function requestOf({ method = 'GET', path, headers = {}, form }: Fields): Buffer {
  const sent = {
    Host: 'localhost',
    Connection: 'close',
    ...(form !== undefined && {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': form.length,
    }),
    ...headers,
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${form ?? ''}`);
}

/** Sends bytes, and returns when the server has closed the connection or has had time to answer. */
async function sendTo(port: number, sent: Buffer): Promise<void> {
  const socket = connectTcp(port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  await once(socket, 'connect');
  socket.resume().write(sent);
  await Promise.race([closed, setTimeout(WATCHED_MS)]);
  socket.destroy();
}

async function setUp({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const ana = await newMember({ platform, application });
  const ports = { http: Number(new URL(platform.url).port), mqtt: platform.config.mqtt.port ?? 0 };
  /** Returns which of what is sent holds the event loop, with the duration. */
  async function excessOf(
    server: keyof typeof ports,
    sent: Readonly<Record<string, Buffer>>,
  ): Promise<string[]> {
    const excess: string[] = [];
    using meter = meterTurns();
    for (const [name, bytes] of Object.entries(sent)) {
      let least = Number.POSITIVE_INFINITY;
      for (let tried = 0; tried < TRIES && least > MAX_TURN_MS; tried += 1) {
        meter.take();
        await sendTo(ports[server], bytes);
        least = Math.min(least, meter.take());
      }
      if (least > MAX_TURN_MS) excess.push(`${name}: ${least.toFixed(0)} ms`);
    }
    return excess;
  }
  const authorization = { Authorization: `Bearer ${ana.person.token}` };
  const hello = connect({ id: 'worst', rest: [text(ana.clientId), text(ana.token)] });
  return { platform, ana, excessOf, authorization, hello };
}

/** Returns a request for each pair of a name and a variant. */
const each = <Value>(
  names: readonly string[],
  values: Readonly<Record<string, Value>>,
  bytesOf: (name: string, value: Value) => Buffer,
): Readonly<Record<string, Buffer>> =>
  Object.fromEntries(
    names.flatMap((name) =>
      Object.entries(values).map(
        ([variant, value]) => [`${name}, ${variant}`, bytesOf(name, value)] as const,
      ),
    ),
  );

onSqlite('requests and packets as large as they may be', setUp, (scene) => {
  it('hold the event loop only briefly with their path', async () => {
    const sent = each(['GET', 'POST', 'OPTIONS'], PATHS, (method, path) => requestOf({ method, path }));
    assert.deepEqual(await scene().excessOf('http', sent), []);
  });

  it('hold the event loop only briefly with a header', async () => {
    const { excessOf, authorization } = scene();
    for (const path of [...PAGES, '/v3/users/me/tiles', '/portal/api/session']) {
      const sent = each(HEADERS, VALUES, (name, value) =>
        requestOf({ path, headers: { ...authorization, [name]: value } }),
      );
      assert.deepEqual(await excessOf('http', sent), [], path);
    }
  });

  it('hold the event loop only briefly with the headers of a WebSocket', async () => {
    const sent = each(['Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions'], VALUES, (name, value) => {
      const key = Buffer.alloc(16).toString('base64');
      const headers = { 'Sec-WebSocket-Key': key, 'Sec-WebSocket-Version': '13', [name]: value };
      const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' };
      return requestOf({ path: '/mqtt', headers: { ...upgrade, ...headers } });
    });
    assert.deepEqual(await scene().excessOf('http', sent), []);
  });

  it('hold the event loop only briefly with a query', async () => {
    const { excessOf, authorization: headers } = scene();
    const queries = {
      ...formsOf(HEAD_BYTES),
      ...Object.fromEntries(SEARCHES.map((each) => [each.slice(0, 20), each])),
    };
    const sent = each([...PAGES, ...READS], queries, (page, query) =>
      requestOf({ path: `${page}?${query}`, headers }),
    );
    assert.deepEqual(await excessOf('http', sent), []);
  });

  it('hold the event loop only briefly with a form', async () => {
    const { excessOf, authorization: headers } = scene();
    const forms = {
      ...formsOf(BODY_BYTES),
      ...Object.fromEntries(
        Object.entries(formsOf(FORM_BYTES)).map(([name, form]) => [`${name} below the limit`, form]),
      ),
    };
    const sent = each(FORMS, forms, (path, form) => requestOf({ method: 'POST', path, headers, form }));
    assert.deepEqual(await excessOf('http', sent), []);
  });

  it('are refused before a large form is decoded', async () => {
    const { platform } = scene();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = formsOf(FORM_BYTES + 2 * KB)['many names'];
    for (const path of FORMS) {
      const reply = await rawRequest(platform, path, { method: 'POST', headers, body });
      assert.equal(reply.status, 413, path);
    }
    const { body: refusal } = await rawRequest(platform, '/v3/auth/authorize', {
      method: 'POST',
      headers,
      body,
    });
    assert.match(refusal.toString(), /at most 65536 bytes/);
  });

  it('hold the event loop only briefly with a CONNECT', async () => {
    const flags = USERNAME | PASSWORD | CLEAN;
    const sent = each(['client id', 'username', 'will'], TEXTS, (part, value) => {
      const long = text(value);
      if (part === 'client id')
        return packet(0x10, connectBody({ flags: CLEAN, id: value.toString(), rest: [] }));
      if (part === 'username') return packet(0x10, connectBody({ flags, rest: [long, long] }));
      return packet(0x10, connectBody({ flags: flags | WILL, rest: [long, long, text('a'), text('b')] }));
    });
    assert.deepEqual(await scene().excessOf('mqtt', sent), []);
  });

  it('hold the event loop only briefly with a topic or a filter', async () => {
    const { excessOf, hello } = scene();
    const sent = each(['subscribe', 'unsubscribe', 'publish'], TEXTS, (what, value) => {
      if (what === 'publish') return Buffer.concat([hello, publish(value, { qos: 1 })]);
      return Buffer.concat([hello, what === 'subscribe' ? subscribe(1, [value, 1]) : unsubscribe(1, value)]);
    });
    assert.deepEqual(await excessOf('mqtt', sent), []);
  });

  it('hold the event loop only briefly with many filters', async () => {
    const { ana, excessOf, hello } = scene();
    const sent = each(['subscribe', 'unsubscribe', 'subscribe one by one'], FILTERS, (what, filter) => {
      const count = Math.floor(BODY_BYTES / (filter(1_000, ana.id).length + 7));
      const filters = Array.from({ length: count }, (_, index) => filter(index, ana.id));
      if (what === 'unsubscribe') return Buffer.concat([hello, unsubscribe(1, ...filters)]);
      const requests = filters.map((one) => [one, 1] as const);
      const packets =
        what === 'subscribe'
          ? [subscribe(1, ...requests)]
          : requests.map((request, index) => subscribe((index % 60_000) + 1, request));
      return Buffer.concat([hello, ...packets]);
    });
    assert.deepEqual(await excessOf('mqtt', sent), []);
  });
});
