import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverCommand } from '../support/package.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const STRACE = 'strace';
const FLAGS = ['-D', '-f', '-qq', '-y', '-s', '16', '--seccomp-bpf'];
const isTraceable = spawnSync(STRACE, ['-f', '-qq', '-o', '/dev/null', 'true']).status === 0;

/** kill -9 leaves the page cache intact: only the system calls show whether an answer waited for the disk. */
export const skip =
  !isTraceable && 'strace is not here, or may not trace: the order of the system calls is not checked';

/** Returns the system calls with these names that a server makes while `work` runs. */
export async function traceServer(
  dataDir: string,
  calls: string,
  work: (server: ServerProcess) => Promise<void>,
): Promise<string> {
  const trace = join(dataDir, 'trace');
  const command = [STRACE, ...FLAGS, '-e', `trace=${calls}`, '-o', trace, ...serverCommand];
  {
    await using server = await startServerProcess({ dataDir, command, environment: { LOG_LEVEL: 'fatal' } });
    await work(server);
  }
  return readFile(trace, 'utf8');
}
