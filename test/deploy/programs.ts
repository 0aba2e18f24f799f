import { spawnSync } from 'node:child_process';

/** Returns why a test of a program is skipped: `.ci/run` installs it from Debian where it can. */
export function lacks(program: string): string | false {
  const { status } = spawnSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' });
  return status === 0 ? false : `${program} is not installed`;
}
