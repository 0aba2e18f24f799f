import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertApiError } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const TOKEN = 'a-token-for-the-scraper';

onSqlite(
  '/metrics without METRICS_TOKEN',
  async ({ start }: Stage) => ({ platform: await start() }),
  (scene) => {
    it('serves metrics to requests from this machine', async () => {
      const { platform } = scene();
      await (await platform.request('/v3/users/me?password=swordfish')).arrayBuffer();
      const response = await platform.request('/metrics');
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
      const text = await response.text();
      assert.match(text, /^# HELP azulejo_http_request_duration_seconds /m);
      assert.match(text, /route="\/v3\/users\/:user_id"/);
      assert.match(text, /^process_resident_memory_bytes \d/m);
      assert.doesNotMatch(text, /swordfish/);
    });

    it('returns 403 for metrics to requests that a proxy forwarded', async () => {
      for (const header of ['x-forwarded-for', 'forwarded']) {
        const headers = { [header]: header === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7' };
        await assertApiError(await scene().platform.request('/metrics', { headers }), 'forbidden');
      }
    });
  },
);

onSqlite(
  '/metrics behind a trusted proxy',
  async ({ start }: Stage) => ({
    platform: await start({ environment: { TRUSTED_PROXIES: '127.0.0.0/8' } }),
  }),
  (scene) => {
    it('returns 403 for metrics to a client that pretends to be this machine', async () => {
      for (const address of ['127.0.0.1', '203.0.113.7', '::1', '127.0.0.1, 203.0.113.7']) {
        const headers = { 'x-forwarded-for': address };
        await assertApiError(await scene().platform.request('/metrics', { headers }), 'forbidden');
      }
    });
  },
);

onSqlite(
  '/metrics of a platform with a public address',
  async ({ start }: Stage) => ({
    platform: await start({ environment: { PUBLIC_URL: 'https://azulejo.example' } }),
  }),
  (scene) => {
    it('requires METRICS_TOKEN on this machine, too', async () => {
      const { port } = new URL(scene().platform.server.address);
      const refused = await fetch(`http://127.0.0.1:${port}/metrics`);
      const { detail } = await assertApiError(refused, 'forbidden');
      assert.match(detail ?? '', /^Set METRICS_TOKEN on the server/);
    });
  },
);

onSqlite(
  '/metrics with METRICS_TOKEN',
  async ({ start }: Stage) => ({ platform: await start({ environment: { METRICS_TOKEN: TOKEN } }) }),
  (scene) => {
    it('serves clients with the token, also through a proxy', async () => {
      const { platform } = scene();
      for (const headers of [{}, { 'x-forwarded-for': '203.0.113.7' }]) {
        const response = await platform.request('/metrics', { token: TOKEN, headers });
        assert.equal(response.status, 200);
        await response.arrayBuffer();
      }
    });

    it('returns 403 without the exact token', async () => {
      for (const token of [undefined, '', 'x', `${TOKEN}x`, TOKEN.toUpperCase()]) {
        const { detail } = await assertApiError(
          await scene().platform.request('/metrics', { token }),
          'forbidden',
        );
        assert.equal(detail, 'Send METRICS_TOKEN as a bearer token.');
      }
    });

    it('never writes the token to the log', async () => {
      assert.ok(!scene().platform.log().includes(TOKEN));
    });
  },
);
