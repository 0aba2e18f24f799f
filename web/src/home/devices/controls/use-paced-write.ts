import { useRef, useState } from 'react';

const MINUTE_MS = 60_000;
/** Throttles a key that is held down, or a button that is tapped repeatedly. */
const GAP_MS = 400;

/**
 * Throttles writes: sends the first value immediately and only the last of those that follow closely, never more
 * per minute than the property accepts (`rateLimit`, 0 for no limit). `waiting` is the value that is not sent
 * yet. It is sent in its turn even if the control has gone by then.
 */
export function usePacedWrite(write: (data: unknown) => void, rateLimit: number) {
  const [waiting, setWaiting] = useState<{ data: unknown }>();
  const sentAt = useRef<number[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(write);
  latest.current = write;

  function sendNow(data: unknown) {
    const now = performance.now();
    sentAt.current = [...sentAt.current.filter((time) => time > now - MINUTE_MS), now];
    setWaiting(undefined);
    latest.current(data);
  }
  function send(data: unknown) {
    clearTimeout(timer.current);
    const wait = nextFree(sentAt.current, rateLimit) - performance.now();
    if (wait <= 0) return sendNow(data);
    setWaiting({ data });
    timer.current = setTimeout(() => sendNow(data), wait);
  }
  return { send, waiting };
}

function nextFree(sentAt: readonly number[], rateLimit: number): number {
  const afterLast = (sentAt.at(-1) ?? -GAP_MS) + GAP_MS;
  const counted = rateLimit > 0 ? sentAt.at(-rateLimit) : undefined;
  return counted === undefined ? afterLast : Math.max(afterLast, counted + MINUTE_MS);
}
