import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { advanceUntil, manualClock } from '@azulejo/server/testing';
import { MqttClient } from 'mqtt';
import { newOperatorsCertificate } from '../support/certificates.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const CLIENT = '203.0.113.7';
/** The address of the balancer. Linux gives every address of 127.0.0.0/8 to this machine. */
const BALANCER = '127.0.0.2';

/** Returns a header of version 2. */
function binary(
  command: number,
  family: number,
  addresses: readonly number[],
  rest = Buffer.alloc(0),
): Buffer {
  const body = Buffer.concat([Buffer.from(addresses), rest]);
  const head = Buffer.from([0x20 | command, (family << 4) | 1, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([SIGNATURE, head, body]);
}

const PORTS = [0xc0, 0x01, 0x07, 0x5b];
const V4 = [203, 0, 113, 7, 10, 0, 0, 1, ...PORTS];
const V6 = [...Buffer.from('20010db8000000000000000000000007', 'hex'), ...Buffer.alloc(16), ...PORTS];

const accepted: Readonly<Record<string, [header: Buffer, address: string]>> = {
  'version 1, IPv4': [Buffer.from(`PROXY TCP4 ${CLIENT} 10.0.0.1 49153 1883\r\n`), CLIENT],
  'version 1, IPv6': [Buffer.from('PROXY TCP6 2001:db8::7 ::1 49153 1883\r\n'), '2001:db8::7'],
  'version 1, unknown': [Buffer.from('PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n'), BALANCER],
  'version 2, IPv4': [binary(1, 1, V4), CLIENT],
  'version 2, IPv4, with additions': [binary(1, 1, V4, Buffer.alloc(300, 4)), CLIENT],
  'version 2, IPv6': [binary(1, 2, V6), '2001:db8:0:0:0:0:0:7'],
  'version 2, of the balancer itself': [binary(0, 0, []), BALANCER],
};

const refused: Readonly<Record<string, Buffer>> = {
  'no header': Buffer.from('GET /healthz HTTP/1.1\r\n\r\n'),
  'a line that never ends': Buffer.from(`PROXY TCP4 ${'1'.repeat(120)}`),
  'an address that is none': Buffer.from('PROXY TCP4 203.0.113.700 10.0.0.1 1 2\r\n'),
  'an address of the other family': Buffer.from(`PROXY TCP6 ${CLIENT} ::1 1 2\r\n`),
  'a line without ports': Buffer.from(`PROXY TCP4 ${CLIENT} 10.0.0.1\r\n`),
  'an unknown version': Buffer.concat([SIGNATURE, Buffer.from([0x31, 0x11, 0, 12]), Buffer.from(V4)]),
  'an unknown command': binary(2, 1, V4),
  'addresses that are cut': binary(1, 1, V4.slice(0, 8)),
  'a header of 64 KB': Buffer.concat([SIGNATURE, Buffer.from([0x21, 0x11, 0xff, 0xff])]),
};

async function setUp({ start }: Stage) {
  const environment = { TRUSTED_PROXIES: BALANCER, HTTP_PROXY_PROTOCOL: '1', MQTT_PROXY_PROTOCOL: '1' };
  const timers = manualClock();
  const platform = await start({ environment, timers });
  const { httpPort, mqtt } = platform.config;
  const open = (port = httpPort, localAddress = BALANCER) =>
    connect({ port, host: '127.0.0.1', localAddress }).setNoDelay();
  return {
    platform,
    timers,
    mqtt,
    open,
    /** Sends the parts one after another, and returns the answer. */
    async ask(socket: Socket, parts: readonly Buffer[]) {
      const answer = textOf(socket);
      await once(socket, 'connect');
      for (const part of parts)
        await new Promise((resolve) => void socket.write(part, () => setImmediate(resolve)));
      return answer;
    },
    addressOf: (path: string) => {
      const line = platform
        .log()
        .split('\n')
        .find((each) => each.includes(`"${path}"`));
      return (JSON.parse(line ?? '{}') as { address?: string }).address;
    },
  };
}

/** Resolves when the socket is closed. */
async function textOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  await once(socket, 'close');
  return text;
}

const isHere = process.platform === 'linux';

onSqlite('behind a balancer of TCP connections', setUp, (scene) => {
  for (const [index, [name, [header, address]]] of Object.entries(accepted).entries()) {
    it(`takes the address of the client from a header: ${name}`, { skip: !isHere }, async () => {
      const { ask, open, addressOf } = scene();
      for (const how of ['whole', 'in-pieces']) {
        const path = `/nothing-${how}-${index}`;
        const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        const bytes = Buffer.concat([header, request]);
        const pieces = [bytes.subarray(0, 3), bytes.subarray(3, 20), bytes.subarray(20)];
        assert.match(await ask(open(), how === 'whole' ? [bytes] : pieces), /^HTTP\/1\.1 404/);
        assert.equal(addressOf(path), address);
      }
    });
  }

  for (const [name, bytes] of Object.entries(refused)) {
    it(`closes a connection with ${name}`, { skip: !isHere }, async () => {
      const { ask, open, mqtt } = scene();
      assert.equal(await ask(open(), [bytes]), '');
      assert.equal(await ask(open(mqtt.port), [bytes]), '');
    });
  }

  it('closes a connection whose header does not arrive within five seconds', { skip: !isHere }, async () => {
    const { ask, open, timers } = scene();
    const answer = ask(open(), [Buffer.from('PROXY TCP4 ')]);
    assert.equal(await advanceUntil(timers, answer, { seconds: 1 }), '');
  });

  it('serves others without a header, and refuses theirs', async () => {
    const { ask, open, mqtt, platform } = scene();
    assert.equal((await platform.request('/healthz')).status, 200);
    const [header] = accepted['version 1, IPv4'] ?? [];
    assert.ok(header);
    assert.match(await ask(open(undefined, '127.0.0.1'), [header]), /^HTTP\/1\.1 400/);
    assert.equal(await ask(open(mqtt.port, '127.0.0.1'), [header]), '');
  });

  it('serves MQTT, over TLS too', { skip: !isHere }, async () => {
    const { platform, mqtt, open } = scene();
    const application = await newApplication(platform);
    const { token: password } = await newPerson(platform, application);
    const [header] = accepted['version 2, IPv4'] ?? [];
    assert.ok(header);
    for (const isTls of [false, true]) {
      const client = new MqttClient(
        () => {
          const socket = open(isTls ? mqtt.tlsPort : mqtt.port);
          socket.write(header);
          return isTls ? connectTls({ socket, rejectUnauthorized: false }) : socket;
        },
        { username: application.clientId, password, protocolVersion: 4, reconnectPeriod: 0 },
      );
      client.on('error', () => {});
      await new Promise((resolve) => void client.once('connect', resolve));
      const addresses = [...platform.server.live.broker.sessions()].map(({ address }) => address);
      assert.deepEqual(addresses, [CLIENT]);
      await client.endAsync();
    }
  });
});

onSqlite(
  'HTTPS behind a balancer of TCP connections',
  async ({ start, place }) => {
    const { certificate, key, authority } = await newOperatorsCertificate(place.dataDir);
    const proxies = { TRUSTED_PROXIES: BALANCER, HTTP_PROXY_PROTOCOL: '1' };
    return {
      platform: await start({ environment: { ...proxies, TLS_CERT: certificate, TLS_KEY: key } }),
      authority,
    };
  },
  (scene) => {
    it('gives requests the address of the client', { skip: !isHere }, async () => {
      const { platform, authority } = scene();
      const raw = connect({ port: platform.config.httpPort, host: '127.0.0.1', localAddress: BALANCER });
      raw.write(binary(1, 1, V4));
      const socket = connectTls({ socket: raw, ca: authority, servername: 'localhost' });
      socket.write('GET /nothing-over-tls HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      assert.match(await textOf(socket), /^HTTP\/1\.1 404/);
      const line = platform
        .log()
        .split('\n')
        .find((each) => each.includes('"/nothing-over-tls"'));
      assert.equal((JSON.parse(line ?? '{}') as { address?: string }).address, CLIENT);
    });
  },
);
