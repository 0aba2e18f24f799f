import { biome } from './biome.ts';
import { type Outcome, runStep, type Step } from './check/step.ts';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: npm run check

Checks types, the linter, unused code, the architecture, generated files and the catalogue.
`);

const lingui = 'node_modules/@lingui/cli/dist/lingui.js';
const source = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];

/** The steps run one after another, because the compiler uses every core. */
const steps: readonly Step[] = [
  // Compiles only the workspaces that changed since the last time, and those that depend on them.
  { name: 'types', command: ['node_modules/.bin/tsc', '-b'] },
  { name: 'biome', command: [biome(), 'check', '--error-on-warnings', '.'] },
  { name: 'unused code', command: ['node_modules/.bin/knip'] },
  {
    name: 'architecture',
    command: ['node', ...source, '--test', 'test/architecture.test.ts', 'test/architecture/tables.test.ts'],
  },
  { name: 'generated files', command: ['node', ...source, 'tools/src/generate.ts', '--check'] },
  ...['web', 'server'].flatMap(checksOfTexts),
  { name: 'words of labels', command: ['node', ...source, 'tools/src/words/main.ts', '--check'] },
  { name: 'catalogue', command: ['node', ...source, 'tools/src/catalog/main.ts', '--check'] },
];

/** Returns the steps that check whether the texts of a workspace are extracted, all in use, and translated. */
function checksOfTexts(workspace: string): Step[] {
  const check = (...what: string[]): Step['command'] => [
    'node',
    lingui,
    'check',
    ...what,
    '--config',
    `${workspace}/lingui.config.ts`,
  ];
  return [
    { name: `texts of ${workspace}`, command: check('sync', '--clean') },
    { name: `translations of ${workspace}`, command: check('missing') },
  ];
}

const outcomes: Outcome[] = [];
for (const step of steps) outcomes.push(report(step, await runStep(step, root)));

const failed = steps.filter((_, index) => outcomes[index]?.passed !== true).map(({ name }) => name);
process.stdout.write(failed.length === 0 ? 'All checks passed.\n' : `Failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function report(step: Step, outcome: Outcome): Outcome {
  const { passed, seconds, output } = outcome;
  process.stdout.write(`${passed ? '✔' : '✖'} ${step.name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s\n`);
  if (!passed) process.stdout.write(`${output.trimEnd()}\n`);
  return outcome;
}
