import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second in `/proc`, which Linux fixes for programs (man 5 proc, `USER_HZ`). */
const TICKS = 100;

export type ProcessUse = { readonly memory: number; readonly cpuMs: number };

/** Returns the resident memory in bytes and the processor time of a process, from `/proc`. */
export async function useOf(pid: number): Promise<ProcessUse> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return {
    memory: 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]),
    cpuMs: (ticks / TICKS) * 1000,
  };
}

/** Returns the process below another one whose command line has these words. */
export async function findBelow(pid: number, words: string): Promise<number | undefined> {
  for (const child of await childrenOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(words)) return child;
    const found = await findBelow(child, words);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists
    .flatMap((list) => list.trim().split(' '))
    .filter(Boolean)
    .map(Number);
}
