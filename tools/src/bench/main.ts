import { automations } from './automations.ts';
import { connections } from './connections.ts';
import { type Context, createContext } from './context.ts';
import { disk } from './disk.ts';
import { dueAutomations } from './due-automations.ts';
import { durableSignIns } from './durable.ts';
import { history } from './history.ts';
import { homePage } from './home-page.ts';
import { hotReads, unitsTable } from './hot-reads.ts';
import { manyAutomations } from './many-automations.ts';
import { memory } from './memory.ts';
import { helpText, type Options, readOptions } from './options.ts';
import { type Figure, isMet, toTable } from './report.ts';
import { passwordSignIns } from './sign-ins.ts';
import { start } from './start.ts';
import { delivery, values } from './values.ts';

type Bench = { title: string; run(context: Context): Promise<Figure[]> };

/** The benches in the order in which they run. Those that need a quiet machine are first. */
const benches: Readonly<Record<string, Bench>> = {
  start: { title: 'start to first answer', run: start },
  memory: { title: 'memory of the package after its start', run: memory },
  'hot-reads': { title: 'reads with a token, against a bare node:http server', run: hotReads },
  'units-table': { title: 'the table of units, against a bare node:http server', run: unitsTable },
  'sign-ins': { title: 'sign-ins by password, against bare argon2id', run: passwordSignIns },
  durable: { title: 'client credentials and exchange, against bare inserts', run: durableSignIns },
  values: { title: 'values and reads over MQTT, against a bare Aedes', run: values },
  delivery: { title: 'from PUBLISH to its arrival, against a bare Aedes', run: delivery },
  connections: { title: 'memory of 5,000 idle MQTT connections, against a bare Aedes', run: connections },
  disk: { title: 'bytes on the disk by retention', run: disk },
  history: { title: 'a day out of 1,000,000 values, down-sampled', run: history },
  automations: { title: 'values that automations read, and how late they act', run: automations },
  'many-automations': { title: 'start and memory with 100,000 automations', run: manyAutomations },
  'due-automations': { title: '100,000 automations due at one minute', run: dueAutomations },
  'home-page': { title: 'Home with 500 devices in a slow browser', run: homePage },
};
const titles = Object.fromEntries(Object.entries(benches).map(([name, { title }]) => [name, title]));

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), Object.keys(benches));
  if (options.help) {
    process.stdout.write(helpText(titles));
    return;
  }
  const began = performance.now();
  const figures = await runAll(options);
  const seconds = (performance.now() - began) / 1000;
  if (options.json) {
    const results = figures.map((figure) => ({ ...figure, passes: isMet(figure) }));
    process.stdout.write(`${JSON.stringify({ seconds, figures: results }, null, 2)}\n`);
  } else {
    process.stdout.write(`${toTable(figures)}\n${askingText(figures)}${Math.round(seconds)} s in all.\n`);
  }
}

async function runAll({ benches: chosen, ...options }: Options): Promise<Figure[]> {
  await using opened = new AsyncDisposableStack();
  const context = createContext(opened, options);
  const figures: Figure[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (!chosen.includes(name)) continue;
    process.stderr.write(`${name}: ${bench.title} … `);
    const began = performance.now();
    figures.push(...(await bench.run(context)));
    process.stderr.write(`${Math.round((performance.now() - began) / 1000)} s\n`);
  }
  return figures;
}

function askingText(figures: readonly Figure[]): string {
  const most = Math.max(0, ...figures.map(({ asking }) => asking ?? 0));
  if (most === 0) return '';
  const remark = most > 0.9 ? ': too much, so these ratios are flattered' : '';
  return `Asking took at most ${most.toFixed(2)} of a core${remark}. `;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
