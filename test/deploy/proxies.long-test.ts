import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { signInDemoUser } from '../packaging/demo-user.ts';
import { newOperatorsCertificate } from '../support/certificates.ts';
import { freePorts } from '../support/free-port.ts';
import { connectMqtt } from '../support/mqtt.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { lacks } from './programs.ts';
import { caddy, nginx, startProxy } from './proxies.ts';

const STARTED_MS = 120_000;
/** Another address of this machine, so that the client's address differs from the proxy's. */
const CLIENT = '127.0.0.2';
const FORGED = '203.0.113.9';

const responseOf = async (sent: ClientRequest): Promise<IncomingMessage> => {
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
  return response;
};

/** The certificates are of a private CA. The test of ACME is in a file of its own. */
for (const proxy of [caddy, nginx]) {
  describe(`${proxy.name} with deploy/${proxy.file}`, { skip: lacks(proxy.program) }, () => {
    let dataDir = '';
    let server: ServerProcess;
    let front: Awaited<ReturnType<typeof startProxy>>;
    let user: Awaited<ReturnType<typeof signInDemoUser>>;
    let httpPort = 0;
    let log = '';
    before(
      async () => {
        dataDir = await mkdtemp(join(tmpdir(), 'azulejo-proxied-'));
        const [http = 0, mqtt = 0, mqtts = 0, port = 0, other = 0] = await freePorts(5);
        httpPort = other;
        const certificate = await newOperatorsCertificate(dataDir);
        // What a private CA signed is trusted by this process, as by machines on which it was installed.
        setDefaultCACertificates([...getCACertificates('default'), certificate.authority]);
        server = await startServerProcess({
          dataDir,
          ports: [http, mqtt, mqtts],
          environment: {
            DEMO: '1',
            PUBLIC_URL: `https://127.0.0.1:${port}`,
            TRUSTED_PROXIES: '127.0.0.1',
          },
          onOutput: (text) => {
            log += text;
          },
        });
        front = await startProxy(proxy, http, { port, httpPort, certificate });
        user = await signInDemoUser({ url: front.url, dataDir });
      },
      { timeout: STARTED_MS },
    );
    after(async () => {
      await front?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    });

    it('serves the pages and takes an upload', async () => {
      for (const path of ['/home', '/portal', '/docs'])
        assert.equal((await fetch(`${front.url}${path}`)).status, 200, path);
      const picture = await readFile(join(import.meta.dirname, '../../catalog/pictures/user.png'));
      const headers = { 'Content-Type': 'image/png' };
      const uploaded = await user.send('/v3/uploads', { method: 'POST', headers, body: picture });
      assert.equal(uploaded.status, 201, await uploaded.text());
    });

    it('passes on an event while its stream stays open', async () => {
      const { cursor } = (await (await user.send('/v3/users/me/events')).json()) as { cursor: string };
      const change = { method: 'PATCH', headers: { 'Content-Type': 'application/json' } };
      const { tiles } = (await (await user.send('/v3/legacy/users/me/tiles')).json()) as {
        tiles: { id: string }[];
      };
      const path = `/v3/legacy/users/me/tiles/${tiles[0]?.id}`;
      const changed = await user.send(path, { ...change, body: '{"label":"Renamed"}' });
      assert.equal(changed.status, 200, await changed.text());
      const headers = { Accept: 'text/event-stream' };
      const stream = await user.send(`/v3/users/me/events?after=${cursor}`, { headers });
      assert.equal(stream.status, 200);
      let output = '';
      for await (const chunk of stream.body ?? []) {
        output += Buffer.from(chunk).toString();
        if (/^data: /m.test(output)) break;
      }
      assert.match(output, /^id: /m);
    });

    it('connects MQTT over WebSocket', async () => {
      const url = `${front.url.replace('https', 'wss')}/mqtt`;
      await using session = await connectMqtt(server, user.credentials, { url });
      assert.equal(session.client.connected, true);
    });

    it("forwards the client's address to the server, whatever the client claims", async () => {
      const sent = request(`${front.url}/healthz?of=proxied`, {
        localAddress: CLIENT,
        headers: { 'X-Forwarded-For': FORGED, 'User-Agent': 'proxied' },
      });
      const response = await responseOf(sent);
      assert.equal(response.resume().statusCode, 200);
      await once(response, 'end');
      await server.stop();
      assert.match(log, new RegExp(`"path":"/healthz","address":"${CLIENT}"`));
      assert.ok(!log.includes(FORGED));
    });

    it('leads from HTTP to HTTPS, where browsers stay', async () => {
      const plain = await fetch(`http://127.0.0.1:${httpPort}/home?a=1`, { redirect: 'manual' });
      assert.ok([301, 308].includes(plain.status), String(plain.status));
      const target = new URL(plain.headers.get('location') ?? '');
      assert.deepEqual([target.protocol, target.pathname, target.search], ['https:', '/home', '?a=1']);
    });

    it('refuses metrics', async () => {
      assert.equal((await fetch(`${front.url}/metrics`)).status, 403);
    });
  });
}
