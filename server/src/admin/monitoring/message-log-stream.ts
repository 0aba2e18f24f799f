import type { PortalMessage } from '@azulejo/contract';
import { sleep, type Timers } from '../../platform/clock.ts';
import type { Line } from './message-log-line.ts';
import type { Viewer } from './message-log-viewer.ts';

/** Intervals in milliseconds. */
export type Paces = {
  /** Time between two checks of whether the caller may still watch. */
  readonly check: number;
  readonly heartbeat: number;
  /** Time between two deliveries. Messages in between are sent together. */
  readonly batch: number;
};

type Options = {
  readonly viewer: Viewer;
  readonly kept: readonly Line[];
  readonly toWire: (lines: readonly Line[]) => Promise<PortalMessage[]>;
  readonly check: () => Promise<boolean>;
  readonly paces: Paces;
  readonly clock: Timers;
  /** Sets the pause between two deliveries. */
  readonly timers: Timers;
};

/** Delay in milliseconds before a page reconnects. */
const RETRY = 2_000;

/** Streams the message log as Server-Sent Events (WHATWG HTML 9.2), no faster than the reader takes them. */
export async function* streamMessages({
  viewer,
  kept,
  toWire,
  check,
  paces,
  clock,
  timers,
}: Options): AsyncGenerator<string> {
  using _viewer = viewer;
  let checked = clock.monotonic();
  let lastSent = checked;
  yield `retry: ${RETRY}\n\n${toText(await toWire(kept))}event: watching\ndata: {}\n\n`;
  while (!viewer.hasEnded) {
    await viewer.wait(Math.min(paces.check, paces.heartbeat));
    const now = clock.monotonic();
    if (now - checked >= paces.check) {
      if (!(await check())) return;
      checked = now;
    }
    const { lines, skipped } = viewer.take();
    if (lines.length > 0) {
      yield toText(await toWire(lines)) + toSkipped(skipped);
      lastSent = now;
      await sleep(timers, paces.batch);
    } else if (now - lastSent >= paces.heartbeat) {
      yield ':\n\n';
      lastSent = now;
    }
  }
}

const toText = (messages: readonly PortalMessage[]): string =>
  messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('');

const toSkipped = (count: number): string =>
  count === 0 ? '' : `event: skipped\ndata: ${JSON.stringify({ count })}\n\n`;
