import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BridgeType } from '@azulejo/contract';

const SERVER = join(import.meta.dirname, '..', '..');

/** The differences between a checkout and an installed package. */
export type Installation = {
  /** The version of the platform. */
  readonly version: string;
  /** The folder of the built `web/`. */
  readonly webFolder: string;
  /** The folder of the files of device pages. */
  readonly devicePageFolder: string;
  /** The folder of the files that only the phones' rule editor has. */
  readonly ruleEditorFolder: string;
  /** The folder of the catalogues of labels. */
  readonly wordsFolder: string;
  /** The folder of the catalogues of automations. */
  readonly sentencesFolder: string;
  /** How people call the command line here. */
  readonly commandLine: string;
  /** The program and arguments that start the server, with absolute paths. */
  readonly startCommand: readonly string[];
  /** The programs and arguments that start bridges, with absolute paths, by their types. */
  readonly bridgeCommands: Readonly<Record<BridgeType, readonly string[]>>;
  /** What bridges may read: their programs, and the packages that these import. */
  readonly bridgeFiles: readonly string[];
  /** The unit for systemd. */
  readonly serviceFile: string;
};

const sourceOf = (bridge: string): readonly string[] => [
  process.execPath,
  '--conditions=azulejo-source',
  '--disable-warning=ExperimentalWarning',
  join(SERVER, '..', 'bridges', bridge, 'src', 'main.ts'),
];

/** The checkout's. In the package, `packaged-installation.ts` takes the place of this file. */
export const installation: Installation = {
  version: JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8')).version,
  webFolder: join(SERVER, 'web'),
  devicePageFolder: join(SERVER, 'device-page'),
  ruleEditorFolder: join(SERVER, 'rule-editor'),
  wordsFolder: join(SERVER, '..', 'model', 'languages'),
  sentencesFolder: join(SERVER, '..', 'automations', 'languages'),
  commandLine: 'npm run azulejo --',
  startCommand: [process.execPath, join(SERVER, 'start.cjs'), join(SERVER, 'src', 'main.ts')],
  bridgeCommands: {
    zigbee2mqtt: sourceOf('zigbee2mqtt'),
    'mqtt-discovery': sourceOf('mqtt-discovery'),
  },
  bridgeFiles: [
    ...['node_modules', 'package.json', 'bridges', 'contract', 'devices', 'model', 'sdk', 'units'],
  ].map((name) => join(SERVER, '..', name)),
  serviceFile: join(SERVER, '..', 'deploy', 'azulejo.service'),
};
