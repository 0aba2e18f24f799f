/** Writes everything that is generated: `npm run generate`. */
import { execFileSync } from 'node:child_process';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: npm run generate

Writes the table of units, the catalogue of device templates, and the files that are generated from the
contract and the settings: OpenAPI, AsyncAPI, the SDK's routes and types, and pages of docs/.
npm run check tells whether those that are in git are current; the others are also written by npm ci.
`);

const SCRIPTS = ['units/generate.ts', 'tools/src/catalog/main.ts', 'tools/src/generate.ts'];

for (const script of SCRIPTS) {
  execFileSync(process.execPath, ['server/start.cjs', script], { cwd: root, stdio: 'inherit' });
}
