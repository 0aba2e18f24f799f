import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pack } from '../packaging/pack.ts';
import { lacks } from './programs.ts';

const POLL_MS = 50;
const STARTED_MS = 20_000;
const REMOVED_MS = 5_000;
const SYSTEMD = '/lib/systemd/systemd';
/** systemd sees these units and the one that `install-service` writes, so that it starts no other service. */
const UNITS: Readonly<Record<string, string>> = {
  'idle.target': '[Unit]\nDefaultDependencies=no\n',
  'sysinit.target': '[Unit]\nDefaultDependencies=no\n',
  'basic.target': '[Unit]\nRequires=sysinit.target\nAfter=sysinit.target\n',
  'multi-user.target': '[Unit]\nRequires=basic.target\n',
  'network-online.target': '',
  'shutdown.target': '[Unit]\nDefaultDependencies=no\n',
};

/** Namespaces of a new machine, except the network: the test connects to the server. */
const UNSHARE = ['--pid', '--fork', '--kill-child', '--mount', '--cgroup', '--ipc'];

/** Moves this shell to a control group of its own, which becomes the root of the new machine's. */
const ENTER_GROUP = `
if [ "$(stat -f -c %T /sys/fs/cgroup)" = cgroup2fs ]; then group=/sys/fs/cgroup/$NAME; else group=/sys/fs/cgroup/systemd/$NAME; fi
mkdir "$group" && echo $$ > "$group/cgroup.procs"
`;

/** Mounts the control groups of the new machine, which has no others. */
const MOUNT_GROUPS = `
set -e
if [ "$(stat -f -c %T /sys/fs/cgroup)" = cgroup2fs ]; then mount -t cgroup2 cgroup2 /sys/fs/cgroup; else
  mount -t tmpfs tmpfs /sys/fs/cgroup
  mkdir /sys/fs/cgroup/systemd /sys/fs/cgroup/unified
  mount -t cgroup -o none,name=systemd cgroup /sys/fs/cgroup/systemd
  mount -t cgroup2 cgroup2 /sys/fs/cgroup/unified
fi
`;

/** Prepares the folders that systemd and the service write to, and becomes systemd. */
const BOOT = `${MOUNT_GROUPS}
mount -t proc proc /proc
for folder in /run /home /opt /var/lib /var/tmp; do mount -t tmpfs tmpfs "$folder"; done
mount --bind "$FOLDER/etc" /etc
mount -t tmpfs tmpfs /etc/systemd/system
mkdir /opt/azulejo
mount --bind "$FOLDER/installed" /opt/azulejo
mkdir /run/test
mount --bind "$FOLDER" /run/test
mount -t tmpfs tmpfs /tmp
exec env -i container=test PATH="$PATH" SYSTEMD_UNIT_PATH=/etc/systemd/system:/run/test/units \\
  SYSTEMD_GENERATOR_PATH=/run/none ${SYSTEMD} --system --unit=idle.target --log-target=console
`;

const groupName = (): string => `azulejo-test-${process.pid}-${Date.now()}`;

/** Returns why systemd cannot be started here, as in a container without rights over control groups. */
export function lacksSystemd(): string | false {
  if (process.getuid?.() !== 0) return 'only root can start a systemd';
  const lacking = [SYSTEMD, 'systemctl', 'unshare', 'nsenter', 'useradd'].map(lacks).find(Boolean);
  if (lacking) return lacking;
  const env = { ...process.env, NAME: groupName() };
  const inside = `exec unshare ${UNSHARE.join(' ')} sh -c '${MOUNT_GROUPS}'`;
  const { status, stderr } = spawnSync('sh', ['-c', `set -e\n${ENTER_GROUP}\n${inside}`], { env });
  removeGroup(env.NAME);
  return status === 0 ? false : `no systemd can be started here: ${stderr}`;
}

/** Removes a control group and the groups that systemd made in it. The kernel ends the last processes after `unshare`. */
function removeGroup(name: string): void {
  const script = `
    tries=${REMOVED_MS / POLL_MS}
    while groups=$(find /sys/fs/cgroup/"$0" /sys/fs/cgroup/*/"$0" -depth -type d 2> /dev/null); [ "$groups" ]; do
      [ $((tries -= 1)) -ge 0 ] || { echo "control groups are left: $groups" >&2; exit 1; }
      rmdir $groups 2> /dev/null || sleep ${POLL_MS / 1000}
    done`;
  spawnSync('sh', ['-c', script, name], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A machine that runs systemd, on which the package is installed in `/opt/azulejo`. */
export type Machine = AsyncDisposable & {
  /** Runs a script as root on the machine. Returns its output. Throws with both streams when it fails. */
  sh(script: string): Promise<string>;
};

/** Installs the package in a new folder and starts a machine from this one's files. */
export async function startMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-machine-'));
  const name = groupName();
  await prepareFolder(folder);
  const enter = `set -e\n${ENTER_GROUP}\nexec unshare ${UNSHARE.join(' ')} sh -c "$0"`;
  // The machine ends with the tests, even if they are killed.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'sh', '-c', enter, BOOT], {
    env: { PATH: process.env['PATH'], FOLDER: folder, NAME: name },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
    });
  const dispose = async () => {
    // unshare ignores SIGTERM, and its end kills systemd.
    child.kill('SIGKILL');
    await exited;
    removeGroup(name);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    return { sh: createShell(await untilBooted(Number(child.pid))), [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw new Error(`systemd did not start: ${output}`, { cause: error });
  }
}

/** Writes the units and the settings of the machine, and installs the package. */
async function prepareFolder(folder: string): Promise<void> {
  for (const each of ['units', 'installed', 'packed']) await mkdir(join(folder, each));
  for (const [unit, text] of Object.entries(UNITS)) await writeFile(join(folder, 'units', unit), text);
  await promisify(execFile)('cp', ['-a', '/etc', folder]);
  const tarball = await pack(join(folder, 'packed'));
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--omit=dev', tarball];
  const options = { cwd: join(folder, 'installed'), env: { ...process.env, PATH } };
  await promisify(execFile)('npm', install, options);
  await copyFile(process.execPath, join(folder, 'installed', basename(process.execPath)));
}

/** Waits until systemd has booted. Returns its process, the child of `unshare`. */
async function untilBooted(parent: number): Promise<number> {
  const deadline = Date.now() + STARTED_MS;
  for (;;) {
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '');
    const child = Number(children.split(' ')[0]);
    const state = child > 0 && (await createShell(child)('systemctl is-system-running').catch(() => ''));
    if (state === 'running\n') return child;
    if (Date.now() > deadline) throw new Error('systemd takes too long');
    await pause(POLL_MS);
  }
}

const createShell =
  (systemd: number) =>
  async (script: string): Promise<string> => {
    const enter = ['--target', String(systemd), '--pid', '--mount', '--cgroup', '--ipc'];
    const { stdout } = await promisify(execFile)('nsenter', [...enter, 'sh', '-ec', script]);
    return stdout;
  };
