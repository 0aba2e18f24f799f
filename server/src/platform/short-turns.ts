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

/** Maps a list, in a new turn of the event loop whenever the present one has taken `MAX_TURN_MS`. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began >= MAX_TURN_MS) {
      await ownTurn();
      began = performance.now();
    }
    mapped.push(map(item));
  }
  return mapped;
}
