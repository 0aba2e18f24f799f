import type { Address } from '@azulejo/sdk';
import type { WriteStatus } from '../../../tiles/write-status.ts';
import type { LitLamp } from './facts.ts';

/** How many lamps are written to at once. */
const CONCURRENCY = 4;
/** How long the result is shown. */
const SHOWN_MS = 15_000;

type Failure = { readonly lamp: LitLamp; readonly text: string };

/** The outcome of turning off several lamps. */
export type AllOffState =
  | { readonly state: 'idle' }
  | { readonly state: 'pending'; readonly count: number }
  | { readonly state: 'ended'; readonly off: readonly LitLamp[]; readonly failed: readonly Failure[] };

const IDLE: AllOffState = { state: 'idle' };

type Write = (address: Address, data: unknown) => Promise<WriteStatus>;

/**
 * Creates the function that turns off several lamps, and can turn the same lamps on again. There is one
 * run at a time.
 */
export function createAllOff(write: Write) {
  const listeners = new Set<() => void>();
  let state = IDLE;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(next: AllOffState): void {
    clearTimeout(timer);
    state = next;
    if (next.state === 'ended') timer = setTimeout(() => show(IDLE), SHOWN_MS);
    for (const listener of [...listeners]) listener();
  }

  return {
    get: (): AllOffState => state,
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    turnOff: async (lamps: readonly LitLamp[]): Promise<void> => {
      if (state.state === 'pending' || lamps.length === 0) return;
      show({ state: 'pending', count: lamps.length });
      const off: LitLamp[] = [];
      const failed: Failure[] = [];
      await forEachLimited(lamps, async (lamp) => {
        const status = await write(addressOf(lamp), lamp.off);
        if (status.state === 'done') off.push(lamp);
        else if ('text' in status) failed.push({ lamp, text: status.text });
      });
      show({ state: 'ended', off, failed });
    },
    /** Turns the lamps on again that were turned off last. */
    undo: async (): Promise<void> => {
      if (state.state !== 'ended') return;
      const lamps = state.off;
      show(IDLE);
      await forEachLimited(lamps, async (lamp) => void (await write(addressOf(lamp), lamp.on)));
    },
    dismiss: (): void => show(IDLE),
  };
}

export type AllOff = ReturnType<typeof createAllOff>;

const addressOf = ({ channel, component, property }: LitLamp): Address => ({ channel, component, property });

async function forEachLimited<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const rest = items.values();
  const next = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
}
