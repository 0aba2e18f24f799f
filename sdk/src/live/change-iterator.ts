import type { Changes } from './changes.ts';
import type { Listeners } from './listeners.ts';
import type { Change, ChangesOptions, Live } from './types.ts';

const asSnapshot = (change: Change): Change => ({ ...change, snapshot: true });

/**
 * Returns an iterator over changes for one `for await` loop. It has its own queue, so that no slow loop
 * delays another.
 */
export function iterateChanges(
  source: { changes: Changes; listeners: Listeners; closed: Live['closed'] },
  { channels, initial = false }: ChangesOptions,
): AsyncIterableIterator<Change, undefined, undefined> {
  const { changes, listeners, closed } = source;
  const isWanted = ({ channel }: Change) => channels === undefined || channels.includes(channel);
  const queue: Change[] = [];
  let wake = () => {};
  let end: { error?: Error | undefined } | undefined;
  const stop = listeners.on('change', (change) => {
    queue.push(change);
    wake();
  });
  if (initial) queue.splice(0, Infinity, ...[...changes.known()].map(asSnapshot));
  const finish = (error?: Error) => {
    end ??= { error };
    stop();
    wake();
  };
  void closed.then(finish);

  async function* iterate(): AsyncGenerator<Change, undefined, undefined> {
    try {
      for (;;) {
        for (let next = queue.shift(); next; next = queue.shift()) if (isWanted(next)) yield next;
        if (end?.error) throw end.error;
        if (end) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      stop();
    }
  }

  const iterator = iterate();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => iterator.next(),
    return: async () => {
      // Wakes a pending `next()` first: the generator’s own `return` would wait until the next change.
      queue.length = 0;
      finish();
      return iterator.return(undefined);
    },
    throw: (error) => iterator.throw(error),
  };
}
