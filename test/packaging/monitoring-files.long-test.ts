import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = fileURLToPath(new URL('../../deploy/', import.meta.url));
const promtool = (...args: string[]) =>
  promisify(execFile)('promtool', args, { cwd: join(folder, 'prometheus') });
const skip = spawnSync('promtool', ['--version']).status === 0 ? false : 'promtool is not installed';

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

describe('the files for Prometheus and Grafana', { skip }, () => {
  let temporary: string;
  before(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'azulejo-monitoring-'));
  });
  after(() => rm(temporary, { recursive: true }));

  it('has valid alert rules, which fire when they should', async () => {
    await promtool('check', 'rules', 'alerts.yml');
    const { stdout } = await promtool('test', 'rules', 'alerts.test.yml');
    assert.match(stdout, /SUCCESS/);
  });

  it('has a valid scrape configuration for Prometheus', async () => {
    await promtool('check', 'config', 'prometheus.yml');
  });

  it('has valid queries on the dashboard of Grafana', async () => {
    const dashboard = JSON.parse(await readFile(join(folder, 'grafana/azulejo.json'), 'utf8')) as Dashboard;
    const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    assert.ok(queries.length > 15);
    // Prometheus checks queries as the expressions of rules; Grafana replaces the variables.
    const rules = queries.map((expr, index) => ({
      record: `query:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    const file = join(temporary, 'queries.yml');
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    await promtool('check', 'rules', file);
  });
});
