import { readdir, readFile } from 'node:fs/promises';

/** A server that tells how much processor time it has used, ms. */
export type Timed = { cpuMs(): Promise<number> };

/** Adds the processor time that the server used for each request or message of `run`, µs. */
export async function withProcessorTime<Result extends { count: number }>(
  server: Timed,
  run: () => Promise<Result>,
): Promise<Result & { processorUs: number }> {
  const before = await server.cpuMs();
  const result = await run();
  const spent = (await server.cpuMs()) - before;
  return { ...result, processorUs: (1000 * spent) / result.count };
}

/**
 * Returns the processor time that the threads of a process have used, ms; undefined where the kernel does not say it.
 * Asking the server would cost it time which would count as that of the measured requests.
 */
export async function cpuMsOf(pid: number): Promise<number | undefined> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  if (threads.length === 0) return undefined;
  const texts = await Promise.all(
    // A thread may have ended since.
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  );
  return texts.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]), 0) / 1e6;
}
