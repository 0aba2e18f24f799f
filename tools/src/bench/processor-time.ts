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
