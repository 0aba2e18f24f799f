/** Reads the definitions of all device models, or writes through each of them: `npm run definitions`. */
import { execFileSync } from 'node:child_process';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: npm run definitions [-- --writes]

Installs zigbee-herdsman-converters in tools/definitions and stores in catalog/definitions what the
catalogue needs of its models. npm run generate then makes the catalogue of them.

  --writes  instead, send every writable property of every model to its converter, and list what it refuses
`);

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: 'inherit' });

run('npm', 'ci', '--prefix', 'tools/definitions', '--no-audit', '--no-fund');
const script = process.argv.includes('--writes') ? 'writes.mjs' : 'read.mjs';
run(process.execPath, 'server/start.cjs', `tools/definitions/${script}`);
