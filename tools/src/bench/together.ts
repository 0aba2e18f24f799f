import { HttpConnection } from './http-connection.ts';
import { type LoadResult, requireSuccess, startWatch } from './load.ts';

export type TogetherOptions = {
  url: string;
  /** What one of those who ask sends at once, each over a kept connection of its own. */
  requests: readonly string[];
  /** How many ask so, each again when all its answers are there. */
  askers: number;
  /** How long, ms; each asks at least once. */
  ms: number;
};

/** As `load`, for answers that are needed together: a time is that until the last of them. */
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
