import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import { onEachEngine, onSqlite, type Stage } from '../support/scene.ts';

const ROOT = new URL('../../', import.meta.url);
/** A text may name a histogram itself; queries read its series. */
const endsIn = (file: string) => ['_bucket', '_sum', '_count', ...(file.endsWith('.md') ? [''] : [])];
const FILES = ['deploy/grafana/azulejo.json', 'deploy/prometheus/alerts.yml', 'docs/operate.md'];

onSqlite(
  'the metrics',
  async ({ start }: Stage) => ({
    platform: await start({ environment: { RATE_LIMIT_RESETS_PER_ADDRESS: '1', SERVER_NAME: 'porch' } }),
  }),
  (scene) => {
    const read = async () => (await scene().platform.request('/metrics')).text();

    for (const file of FILES) {
      it(`provides every metric that ${file} uses`, async () => {
        const text = await readFile(new URL(file, ROOT), 'utf8');
        const used = text.match(/\b(azulejo|process|nodejs)_[a-z0-9_]+/g) ?? [];
        assert.ok(used.length > 10);
        const served = new Set(
          [...(await read()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
            type === 'histogram' ? endsIn(file).map((end) => name + end) : [name],
          ),
        );
        const unknown = [...new Set(used)].filter((name) => !served.has(name));
        assert.deepEqual(unknown, []);
      });
    }

    it('reports which build runs, how writes go, and which limit refused requests in the metrics', async () => {
      const { platform } = scene();
      const application = await newApplication(platform);
      await newPerson(platform, application);
      const body = JSON.stringify({ email: 'rui@example.org', appId: application.clientId });
      const ask = () =>
        platform.request('/v3/legacy/sendreset', {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        });
      assert.equal((await ask()).status < 300, true);
      assert.equal((await ask()).status, 429);
      const text = await read();
      assert.match(
        text,
        /^azulejo_build_info\{server="porch",version="\d[^"]*",node="v\d[^"]*",database="sqlite"\} 1$/m,
      );
      assert.match(text, /^azulejo_database_write_duration_seconds_count [1-9]/m);
      assert.match(text, /^azulejo_database_writes_queued \d/m);
      assert.match(text, /^azulejo_rate_limited_total\{limit="password_resets"\} 1$/m);
      assert.match(text, /^azulejo_backups_total\{result="failed"\} 0$/m);
      assert.match(text, /^azulejo_last_backup_timestamp_seconds 0$/m);
    });
  },
);

onEachEngine(
  'the metrics of what runs out',
  async ({ start }: Stage) => ({ platform: await start() }),
  (scene) => {
    it('reports the size of the database, the space on its disk, and when certificates expire', async () => {
      const text = await (await scene().platform.request('/metrics')).text();
      const figureOf = (name: string) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')[1],
        );
      assert.ok(figureOf('azulejo_database_bytes') > 500_000);
      const free = figureOf('azulejo_data_disk_free_bytes');
      assert.ok(free > 0 && free < figureOf('azulejo_data_disk_size_bytes'));
      const days = (use: string) =>
        (figureOf(`azulejo_certificate_expires_timestamp_seconds{use="${use}"}`) - Date.now() / 1000) /
        86_400;
      assert.ok(
        days('mqtt') > 29 && days('mqtt-ca') > days('mqtt'),
        text.match(/^azulejo_cert.*$/gm)?.join(),
      );
      assert.doesNotMatch(text, /use="https"/);
    });
  },
);
