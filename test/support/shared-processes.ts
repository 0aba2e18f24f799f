/** Divides the test files of a run among processes, in the order in which these start. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLong, root } from './test-files.ts';

/**
 * A process takes two seconds of processor time to load and compile the platform, and more until its code is fast;
 * larger groups leave a core idle at the end.
 */
const FILES_A_PROCESS = 40;
/** The long files of a folder that share a process, and with it a browser. */
const LONG_FILES_A_PROCESS = 8;

/**
 * Long files that take a minute or more, the longest first: started last, they leave a core idle at the end.
 * Only the order of the run depends on this list, so that it need not be exact.
 */
const LONGEST = [
  'test/devices/device-pages/catalogue',
  'test/durability/kill-sqlite',
  'test/home/controls',
  'tools/src/release/release',
  'test/durability/kill-postgres',
  'test/connections/bridges/bridge',
  'test/home/languages',
  'test/home/scenes',
  'test/cli/simulate',
  'test/cli/backup-streams',
  'test/packaging/web-app-guide',
].map((name) => `${name}.long-test.ts`);

/** What a process runs: a module that imports test files, or the only file of a run. */
export type Entry = { readonly path: string; readonly files: readonly string[] };

export const alone = (path: string): Entry => ({ path, files: [path] });

/**
 * Returns the processes of a run: files of a folder share some, and each of the longest has one of its own. Small
 * folders of short files of a workspace are put together.
 * Modules in the folder `scratch` import the files, because node:test starts its files in the order of their
 * names.
 */
export function shareProcesses(files: readonly string[], scratch: string): Entry[] {
  const [only] = files;
  if (only !== undefined && files.length === 1) return [alone(only)];
  const long = files.filter(isLong);
  const rest = long.filter((file) => !LONGEST.includes(file));
  const shares = [
    ...LONGEST.filter((file) => long.includes(file)).map((file) => [file]),
    ...byFolder(rest, LONG_FILES_A_PROCESS),
    ...joinSmall(
      byFolder(
        files.filter((file) => !isLong(file)),
        FILES_A_PROCESS,
      ),
    ),
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
