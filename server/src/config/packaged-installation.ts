import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Installation } from './installation.ts';

/** The folder of the package: all compiled files are in `dist`. */
const PACKAGE = join(import.meta.dirname, '..');

/** npm links commands of a package of this folder only here, where `npx` finds them. */
const isLocal = existsSync(join('node_modules', '.bin', 'azulejo'));

/** The folders in which Node looks for packages, and those that they link to, as pnpm and workspaces do. */
function packageFolders(): string[] {
  const searched = (createRequire(import.meta.url).resolve.paths('azulejo') ?? []).filter(existsSync);
  const mqtt = searched.map((folder) => join(folder, 'mqtt')).find(existsSync);
  return mqtt === undefined ? searched : [...searched, dirname(realpathSync(mqtt))];
}

/** The installed package's: `npm run package` puts this in the place of `installation.ts`. */
export const installation: Installation = {
  version: JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version,
  webFolder: join(PACKAGE, 'web'),
  devicePageFolder: join(PACKAGE, 'device-page'),
  ruleEditorFolder: join(PACKAGE, 'rule-editor'),
  wordsFolder: join(PACKAGE, 'words'),
  sentencesFolder: join(PACKAGE, 'sentences'),
  commandLine: isLocal ? 'npx azulejo' : 'azulejo',
  startCommand: [process.execPath, join(PACKAGE, 'bin', 'azulejo.cjs'), 'start'],
  bridgeCommands: {
    zigbee2mqtt: [process.execPath, join(PACKAGE, 'dist', 'bridge-zigbee2mqtt.js')],
    'mqtt-discovery': [process.execPath, join(PACKAGE, 'dist', 'bridge-mqtt-discovery.js')],
  },
  bridgeFiles: [join(PACKAGE, 'dist'), join(PACKAGE, 'package.json'), ...packageFolders()],
  serviceFile: join(PACKAGE, 'deploy', 'azulejo.service'),
};
