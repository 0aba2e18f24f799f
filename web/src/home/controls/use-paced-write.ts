import { useEffect, useRef, useState } from 'react';

const MINUTE_MS = 60_000;
/** A key that is held down, or a button tapped again and again, writes about so often. */
const GAP_MS = 400;

/**
 * Sends the first value at once and of those that follow closely only the last, never more in a minute than the property
 * takes (`rateLimit`, 0 for no limit). `waiting` is the value that is yet to be sent.
 */
export function usePacedWrite(write: (data: unknown) => void, rateLimit: number) {
  const [waiting, setWaiting] = useState<{ data: unknown }>();
  const sentAt = useRef<number[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(write);
  latest.current = write;
  useEffect(() => () => clearTimeout(timer.current), []);

  function sendNow(data: unknown) {
    const now = Date.now();
    sentAt.current = [...sentAt.current.filter((time) => time > now - MINUTE_MS), now];
    setWaiting(undefined);
    latest.current(data);
  }
  function send(data: unknown) {
    clearTimeout(timer.current);
    const wait = nextFree(sentAt.current, rateLimit) - Date.now();
    if (wait <= 0) return sendNow(data);
    setWaiting({ data });
    timer.current = setTimeout(() => sendNow(data), wait);
  }
  return { send, waiting };
}

function nextFree(sentAt: readonly number[], rateLimit: number): number {
  const afterLast = (sentAt.at(-1) ?? 0) + GAP_MS;
  const counted = rateLimit > 0 ? sentAt.at(-rateLimit) : undefined;
  return counted === undefined ? afterLast : Math.max(afterLast, counted + MINUTE_MS);
}
