import { valueKey } from '@azulejo/model';
import type { Timers } from '../../platform/clock.ts';
import type { Waiter } from '../../platform/waiter.ts';
import type { StoredValue } from '../../telemetry/values/index.ts';
import { toWireValue } from './virtual-device-wire.ts';

type Options = {
  /** Woken when the device reports a value. */
  listening: Omit<Waiter, 'wake'>;
  read: () => Promise<StoredValue[]>;
  /** Returns whether the caller may still watch. */
  check: () => Promise<boolean>;
  clock: Timers;
};

/**
 * Interval in milliseconds of reading the values, because another server may simulate the device, and of
 * checking the caller's session.
 */
const CHECK_INTERVAL_MS = 2_000;
const HEARTBEAT_MS = 15_000;

/** Streams the stored values as Server-Sent Events, and each again when it changes. */
export async function* streamValues({ listening, read, check, clock }: Options): AsyncGenerator<string> {
  using _listening = listening;
  const sent = new Map<string, number>();
  let checked = clock.monotonic();
  let sentAt = checked;
  yield 'retry: 2000\n\n';
  while (!listening.hasEnded) {
    const now = clock.monotonic();
    if (now - checked >= CHECK_INTERVAL_MS) {
      if (!(await check())) return;
      checked = now;
    }
    const changed = (await read()).filter((value) => sent.get(keyOf(value)) !== value.timestamp);
    for (const value of changed) sent.set(keyOf(value), value.timestamp);
    if (changed.length > 0 || now - sentAt >= HEARTBEAT_MS) {
      yield changed.map((value) => `data: ${JSON.stringify(toWireValue(value))}\n\n`).join('') || ':\n\n';
      sentAt = now;
    }
    await listening.wait(CHECK_INTERVAL_MS);
  }
}

const keyOf = ({ componentId, propertyId }: StoredValue): string => valueKey(componentId, propertyId);
