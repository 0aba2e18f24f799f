import { HttpConnection } from './http-connection.ts';
import { type LoadResult, requireSuccess, startWatch } from './load.ts';

export type TogetherOptions = {
  url: string;
  /** The requests that each client sends in parallel, each over its own keep-alive connection. */
  requests: readonly string[];
  /** Number of clients. Each sends again when all its responses have arrived. */
  askers: number;
  /** Duration, ms. Each client sends at least once. */
  ms: number;
};

/** Does the same as `load` with parallel requests. A response time is the time until the last response. */
export async function loadTogether({ url, requests, askers, ms }: TogetherOptions): Promise<LoadResult> {
  const open = () => Promise.all(requests.map(() => HttpConnection.open(url, { keepBodies: false })));
  const opened = await Promise.all(Array.from({ length: askers }, open));
  const watch = startWatch();
  const end = watch.started + ms;
  const ask = async (connections: readonly HttpConnection[]) => {
    let now = performance.now();
    do {
      const answers = await Promise.all(connections.map((each, index) => each.ask(requests[index] ?? '')));
      answers.forEach(requireSuccess);
      const after = performance.now();
      watch.took(after - now);
      now = after;
    } while (now < end);
  };
  try {
    await Promise.all(opened.map(ask));
  } finally {
    for (const connection of opened.flat()) connection.close();
  }
  return watch.result();
}
