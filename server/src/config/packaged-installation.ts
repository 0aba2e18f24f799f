import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Installation } from './installation.ts';

/** The folder of the package: all compiled files are in `dist`. */
const PACKAGE = join(import.meta.dirname, '..');

/** npm links commands of a package of this folder only here, where `npx` finds them. */
const isLocal = existsSync(join('node_modules', '.bin', 'azulejo'));

/** The installed package's: `npm run package` puts this in the place of `installation.ts`. */
export const installation: Installation = {
  version: JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version,
  webFolder: join(PACKAGE, 'web'),
  devicePageFolder: join(PACKAGE, 'device-page'),
  ruleEditorFolder: join(PACKAGE, 'rule-editor'),
  wordsFolder: join(PACKAGE, 'words'),
  commandLine: isLocal ? 'npx azulejo' : 'azulejo',
  startCommand: [process.execPath, join(PACKAGE, 'bin', 'azulejo.cjs'), 'start'],
  bridgeCommands: {
    zigbee2mqtt: [process.execPath, join(PACKAGE, 'dist', 'bridge-zigbee2mqtt.js')],
    'mqtt-discovery': [process.execPath, join(PACKAGE, 'dist', 'bridge-mqtt-discovery.js')],
  },
  bridgeFiles: [
    join(PACKAGE, 'dist'),
    join(PACKAGE, 'package.json'),
    ...(createRequire(import.meta.url).resolve.paths('azulejo') ?? []).filter((path) => existsSync(path)),
  ],
  serviceFile: join(PACKAGE, 'deploy', 'azulejo.service'),
};
