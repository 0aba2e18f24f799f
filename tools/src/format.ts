/** Formats the sources and applies the linter's safe fixes: `npm run format`. */
import { spawnSync } from 'node:child_process';
import { biome } from './biome.ts';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: npm run format [-- FILE…]

Formats all files, or these files and folders, and applies the safe fixes of the linter.
`);

const named = process.argv.slice(2);
const files = named.length > 0 ? named : ['.'];
const { status } = spawnSync(biome(), ['check', '--write', ...files], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
