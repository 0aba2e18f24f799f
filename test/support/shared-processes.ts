/** Divides the test files of a run among processes, in the order in which these start. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLong, root } from './test-files.ts';

/**
 * A process takes two seconds of processor time to load and compile the platform, and more until its code is fast;
 * larger groups leave a core idle at the end.
 */
const FILES_A_PROCESS = 60;
/** The long files of a folder that share a process, and with it a browser. */
const LONG_FILES_A_PROCESS = 8;

/** How many seconds most long files take, and those that take half a minute or more. */
const MOST_SECONDS = 10;
const SECONDS: Readonly<Record<string, number>> = {
  'test/connections/bridges/bridge-house': 110,
  'test/packaging/azulejo': 105,
  'test/durability/kill-automations': 100,
  'test/scale/growth': 100,
  'test/security/authorization-matrix': 85,
  'test/packaging/guide': 80,
  'test/packaging/operate': 70,
  'test/process/server-process': 65,
  'test/packaging/web-app-guide': 65,
  'test/abuse/automations': 60,
  'test/abuse/worst-bodies': 55,
  'test/durability/kill-sqlite': 55,
  'test/connections/bridges/discovery-bridge': 55,
  'test/home/languages': 50,
  'test/home/controls': 50,
  'test/devices/device-pages/catalogue': 50,
  'test/packaging/tour': 50,
  'test/packaging/sdk-package': 50,
  'test/packaging/command-line-guide': 45,
  'test/durability/kill-postgres': 45,
  'test/portal/authorization': 45,
  'test/connections/bridges/played-networks': 40,
  'test/deploy/systemd-start': 40,
  'test/deploy/image': 40,
  'test/portal/devices/templates': 40,
  'test/connections/bridges/bridge-traps': 40,
  'test/home/offline': 40,
  'test/home/scenes': 35,
  'test/retry-failed': 35,
  'test/portal/identity/applications-pages': 35,
  'test/packaging/monitoring-files': 35,
  'test/connections/bridges/discovery-supervision': 35,
  'test/devices/device-pages/behaviour': 35,
  'test/home/automations': 30,
  'test/connections/mqtt/renewal': 30,
  'test/packaging/template-guide': 30,
};

const secondsOf = (file: string): number => SECONDS[file.replace('.long-test.ts', '')] ?? MOST_SECONDS;
const sumOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + secondsOf(file), 0);

/** What a process runs: a module that imports test files, or the only file of a run. */
export type Entry = { readonly path: string; readonly files: readonly string[] };

export const alone = (path: string): Entry => ({ path, files: [path] });

/**
 * Returns the processes of a run: files of a folder share some. Small folders of short files of a workspace are put
 * together. Those that take longest start first: started last, they would leave a core idle at the end. Only the order
 * depends on the seconds above, so that these need not be exact.
 * Modules in the folder `scratch` import the files, because node:test starts its files in the order of their
 * names.
 */
export function shareProcesses(files: readonly string[], scratch: string): Entry[] {
  const [only] = files;
  if (only !== undefined && files.length === 1) return [alone(only)];
  const long = files.filter(isLong).toSorted((one, other) => secondsOf(other) - secondsOf(one));
  const short = files.filter((file) => !isLong(file));
  const shares = [
    ...byFolder(long, LONG_FILES_A_PROCESS).toSorted((one, other) => sumOf(other) - sumOf(one)),
    ...joinSmall(byFolder(short, FILES_A_PROCESS)),
  ];
  return shares.map((together, index) => writeShared(together, scratch, index));
}

/** Divides the files of each folder into shares of at most `size`. */
function byFolder(files: readonly string[], size: number): string[][] {
  return [...Map.groupBy(files, (file) => dirname(file)).values()].flatMap((inFolder) => {
    const shares = Math.ceil(inFolder.length / size);
    return Array.from({ length: shares }, (_, share) =>
      inFolder.filter((_file, index) => index % shares === share),
    );
  });
}

/** Puts small shares of a workspace together, as many as fit into a process. */
function joinSmall(shares: readonly string[][]): string[][] {
  const joined: string[][] = [];
  for (const share of shares) {
    const before = joined.find(
      (each) => workspaceOf(each) === workspaceOf(share) && each.length + share.length <= FILES_A_PROCESS,
    );
    if (before) before.push(...share);
    else joined.push([...share]);
  }
  return joined.toSorted((one, other) => other.length - one.length);
}

const workspaceOf = ([first = '']: readonly string[]): string | undefined => first.split('/')[0];

function writeShared(files: readonly string[], scratch: string, index: number): Entry {
  const folder = dirname(String(files[0])).replaceAll(/\W+/g, '-');
  const path = join(scratch, `${String(index).padStart(4, '0')}-${folder}.mjs`);
  writeFileSync(path, files.map((file) => `import '${pathToFileURL(join(root, file))}';\n`).join(''));
  return { path, files };
}
