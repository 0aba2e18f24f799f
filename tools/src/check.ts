import { biome } from './biome.ts';
import { writeBuiltFiles } from './built-files.ts';
import { type Outcome, runStep, type Step } from './check/step.ts';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: npm run check

Checks types, the linter, unused code, the architecture, generated files and the catalogue.
`);

const lingui = 'node_modules/@lingui/cli/dist/lingui.js';
const source = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];

/** These use every core, and run one after the other. */
const onAllCores: readonly Step[] = [
  // Compiles only the workspaces that changed since the last time, and those that depend on them.
  { name: 'types', command: ['node_modules/.bin/tsc', '-b'] },
  { name: 'biome', command: [biome(), 'check', '--error-on-warnings', '.'] },
];

/** These use one core, and run two at a time, the longest first. */
const onOneCore: readonly Step[] = [
  { name: 'unused code', command: ['node_modules/.bin/knip'] },
  {
    name: 'architecture',
    // In one process, because each would parse all sources.
    command: [
      'node',
      ...source,
      '--test',
      '--test-isolation=none',
      'test/architecture.test.ts',
      'test/architecture/*.test.ts',
    ],
  },
  ...['web', 'server', 'tools', 'automations'].flatMap(checksOfTexts),
  { name: 'generated files', command: ['node', ...source, 'tools/src/generate.ts', '--check'] },
  { name: 'catalogue', command: ['node', ...source, 'tools/src/catalog/main.ts', '--check'] },
];

/** Returns the steps that check whether the texts of a workspace are extracted, all in use, and translated. */
function checksOfTexts(workspace: string): Step[] {
  const checkTexts = (...what: string[]): Step['command'] => [
    'node',
    ...source,
    lingui,
    'check',
    ...what,
    '--config',
    `${workspace}/lingui.config.ts`,
  ];
  return [
    { name: `texts of ${workspace}`, command: checkTexts('sync', '--clean') },
    { name: `translations of ${workspace}`, command: checkTexts('missing') },
  ];
}

// The compiler reads them.
writeBuiltFiles();

const failed: string[] = [];

async function check(steps: Iterable<Step>): Promise<void> {
  for (const step of steps) if (!report(step, await runStep(step, root)).passed) failed.push(step.name);
}

await check(onAllCores);
const waiting = onOneCore.values();
await Promise.all([check(waiting), check(waiting)]);
process.stdout.write(failed.length === 0 ? 'All checks passed.\n' : `Failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function report(step: Step, outcome: Outcome): Outcome {
  const { passed, seconds, output } = outcome;
  process.stdout.write(`${passed ? '✔' : '✖'} ${step.name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s\n`);
  if (!passed) process.stdout.write(`${output.trimEnd()}\n`);
  return outcome;
}
