/** A turn of other work should not wait longer than this for a part of a long calculation. */
const MAX_TURN_MS = 5;

const waiting: (() => void)[] = [];

function startNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNext);
}

/**
 * Resolves in a turn of the event loop that no other caller has got. So calculations of several requests that are
 * under way together do not add up to one long turn.
 */
export function ownTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(startNext);
  return promise;
}

/**
 * Returns a function to call between the parts of long work. It waits for a turn of the event loop of its own when the
 * work has taken `MAX_TURN_MS` of the present one.
 */
export function createPauses(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < MAX_TURN_MS) return;
    await ownTurn();
    began = performance.now();
  };
}

/** Maps a list, with pauses. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const pause = createPauses();
  const mapped: R[] = [];
  for (const item of items) {
    await pause();
    mapped.push(map(item));
  }
  return mapped;
}
