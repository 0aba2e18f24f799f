import { globSync } from 'node:fs';
import { createMetrics } from '@azulejo/server/testing';

type Metrics = ReturnType<typeof createMetrics>;

const introduction = `# Metrics

Generated from the server's code by \`npm run generate\`.

\`GET /metrics\` serves these metrics in the format of Prometheus, with those of the process and of Node (\`process_…\`, \`nodejs_…\`). On a server that only its own machine can reach, no token is needed; otherwise set \`METRICS_TOKEN\` and send it as bearer token. A scrape configuration, alert rules and a dashboard for Grafana are in [\`deploy/\`](../deploy).

| Metric | Type | Labels | What it says |
|---|---|---|---|
`;

type Described = { name: string; help: string; type: string; labelNames?: string[] };

const SERVER = new URL('../../../server/src/', import.meta.url);

/** Returns the metrics that the whole server shares with those that each feature adds. */
async function createAll(): Promise<Metrics['registry']> {
  const { registry, registers } = createMetrics();
  for (const file of globSync(['app/metrics.ts', '*/*/metrics.ts'], { cwd: SERVER })) {
    const module: Record<string, (to: Metrics['registers']) => unknown> = await import(
      new URL(file, SERVER).href
    );
    for (const create of Object.values(module)) create(registers);
  }
  return registry;
}

/** Returns `docs/metrics.md`: every metric of the server's own. */
export async function renderMetricsPage(): Promise<string> {
  // The declared type omits what the objects were created with.
  const metrics = (await createAll()).getMetricsAsArray() as unknown as Described[];
  const rows = metrics
    .filter(({ name }) => name.startsWith('azulejo_'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, help, type, labelNames = [] }) => {
      const labels = labelNames.map((label) => `\`${label}\``).join(', ') || '–';
      return `| \`${name}\` | ${type} | ${labels} | ${help} |`;
    });
  return `${introduction}${rows.join('\n')}\n`;
}
