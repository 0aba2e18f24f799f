type Work = { readonly queue: string; readonly run: () => Promise<void> };
type Channel = { running: number; readonly waiting: Work[]; readonly busy: Set<string> };

/** Requests that wait for one channel, and for all channels together. */
const MAX_WAITING_PER_CHANNEL = 100;
const MAX_WAITING = 10_000;

/**
 * Runs work in queues: one at a time in each queue, in order, and at most `concurrency` in a channel. A channel
 * that is slow delays no other.
 */
export function createQueues(concurrency: number) {
  const channels = new Map<string, Channel>();
  let waiting = 0;

  function pump(id: string, channel: Channel): void {
    while (channel.running < concurrency) {
      const index = channel.waiting.findIndex(({ queue }) => !channel.busy.has(queue));
      const [work] = index < 0 ? [] : channel.waiting.splice(index, 1);
      if (!work) break;
      waiting -= 1;
      channel.running += 1;
      channel.busy.add(work.queue);
      void work.run().finally(() => {
        channel.running -= 1;
        channel.busy.delete(work.queue);
        pump(id, channel);
      });
    }
    if (channel.running === 0 && channel.waiting.length === 0) channels.delete(id);
  }

  return {
    /** Runs the work as soon as it may. Returns false when too much waits already. */
    enter(id: string, queue: string, run: () => Promise<void>): boolean {
      const channel = channels.get(id) ?? { running: 0, waiting: [], busy: new Set() };
      if (channel.waiting.length >= MAX_WAITING_PER_CHANNEL || waiting >= MAX_WAITING) return false;
      channels.set(id, channel);
      channel.waiting.push({ queue, run });
      waiting += 1;
      pump(id, channel);
      return true;
    },
  };
}
