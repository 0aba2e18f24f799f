/** Writes Home's list of towns: `npm run towns`. */
import { execFileSync } from 'node:child_process';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: npm run towns

Installs the towns of GeoNames in tools/towns and stores those with at least 20,000 people in towns.txt.br, with
their time zones and the names of the bigger ones in other languages. Home's list is generated from this file.
`);

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: 'inherit' });

run('npm', 'ci', '--prefix', 'tools/towns', '--no-audit', '--no-fund');
run(process.execPath, 'server/start.cjs', 'tools/towns/write.mjs');
