import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { it } from 'node:test';
import { freePorts } from '../../support/free-port.ts';
import { connackOf } from '../../support/mqtt.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

/** An address of this machine that other machines can reach. */
const outside = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

async function isOpen(host: string, port: number | undefined): Promise<boolean> {
  const socket = connect({ host, port: port ?? 0 });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Counts the listening TCP servers of this process. */
const countServers = () => process.getActiveResourcesInfo().filter((each) => each === 'TCPServerWrap').length;

onSqlite(
  'MQTT',
  async (stage: Stage) => stage,
  (stage) => {
    it('does not listen for MQTT when MQTT is off', async () => {
      const environment = { MQTT_PORT: 'off', MQTTS_PORT: 'off', MQTT_PUBLIC_URL: 'mqtt://a.example:1883' };
      const before = countServers();
      await using _platform = await stage().start({ environment });
      assert.equal(countServers() - before, 1, 'only HTTP');
    });

    it('serves MQTT without TLS on the loopback address only, even when HOST is 0.0.0.0', async (t) => {
      if (!outside) return t.skip('this machine has only loopback addresses');
      await using platform = await stage().start({ environment: { HOST: '0.0.0.0' } });
      const { httpPort, mqtt } = platform.config;
      const reached = [httpPort, mqtt.tlsPort, mqtt.port].map((port) => isOpen(outside, port));
      assert.deepEqual(await Promise.all(reached), [true, true, false]);
      assert.equal(await isOpen('127.0.0.1', mqtt.port), true);
    });

    it('serves MQTT without TLS to other machines when MQTT_HOST allows it', async (t) => {
      if (!outside) return t.skip('this machine has only loopback addresses');
      await using platform = await stage().start({ environment: { MQTT_HOST: '0.0.0.0' } });
      assert.equal(await isOpen(outside, platform.config.mqtt.port), true);
    });

    it('closes the other listeners when a port is already in use', async () => {
      const names = ['MQTT_PORT', 'MQTTS_PORT', 'HTTP_PORT'];
      for (const name of names) {
        const stranger = createServer().listen(0, '127.0.0.1');
        await once(stranger, 'listening');
        const { port } = stranger.address() as { port: number };
        const free = await freePorts(names.length);
        const ports = Object.fromEntries(names.map((each, index) => [each, free[index]]));
        const environment = Object.fromEntries(
          names.map((each) => [each, String(each === name ? port : ports[each])]),
        );
        await assert.rejects(stage().start({ environment }), { code: 'EADDRINUSE', port });
        stranger.close();
        const others = names.filter((each) => each !== name).map((each) => isOpen('127.0.0.1', ports[each]));
        assert.deepEqual(await Promise.all(others), [false, false], name);
      }
      // The data directory is released too.
      await using platform = await stage().start();
      assert.equal(await connackOf(platform, {}), 4);
    });
  },
);

const GUESSES = 2;

onSqlite(
  'MQTT over WebSocket behind a trusted proxy',
  ({ start }: Stage) =>
    start({
      environment: {
        TRUSTED_PROXIES: '127.0.0.1',
        RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: String(GUESSES),
      },
    }),
  (platform) => {
    it('limits invalid tokens per client address that the proxy reports', async () => {
      const guessFrom = (address: string) =>
        connackOf(
          platform(),
          { clientId: 'x', token: 'guess' },
          {
            url: `ws://127.0.0.1:${platform().config.httpPort}/mqtt`,
            wsOptions: { headers: { 'x-forwarded-for': address } },
          },
        );
      for (const answer of [4, 4, 'closed']) assert.equal(await guessFrom('198.51.100.1'), answer);
      assert.equal(await guessFrom('203.0.113.2'), 4);
    });
  },
);
