import {
  type BridgeFindings,
  type BridgeUnanswered,
  type BridgeUnmapped,
  MAX_BRIDGE_UNANSWERED,
  MAX_BRIDGE_UNMAPPED,
  toTimestamp,
  type UnmappedCode,
  unmappedCodes,
} from '@azulejo/contract';

import type { Clock, Timers } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';

type Event = Readonly<Record<string, unknown>>;

/** What a bridge said since its process started: what it leaves out, and which requests were not answered. */
export type Findings = {
  /** Takes an event of the bridge, and returns whether something changed. */
  take(event: Event, now: number): boolean;
  toWire(now: number): BridgeFindings;
};

const MAX_SUBJECTS = 2_000;
const MAX_TEXT = 200;
/** Parts of a device; a line of a bridge has at most as many. */
const MAX_PARTS = 20;

type Subject = { readonly listed: readonly BridgeUnmapped[]; readonly more: number };

/** Collects the findings of one process. The strings of devices are cut again: they come from their network. */
export function createFindings(): Findings {
  const subjects = new Map<string, Subject>();
  const unanswered = new Map<string, BridgeUnanswered>();

  function setUnmapped(event: Event): boolean {
    const id = `${textOf(event['about'])} ${textOf(event['device'])}`;
    const listed = listOf(event['unmapped']).slice(0, MAX_PARTS).map(toUnmapped(event));
    const more = countOf(event['more']);
    if (listed.length + more === 0) return subjects.delete(id);
    if (!subjects.has(id) && subjects.size >= MAX_SUBJECTS) return false;
    subjects.set(id, { listed, more });
    return true;
  }

  function addUnanswered(event: Event, now: number): boolean {
    const id = textOf(event['transaction']);
    const [request, device] = [textOf(event['request']), textOf(event['device'])];
    unanswered.delete(id);
    unanswered.set(id, { request, device, at: toTimestamp(now) });
    for (const oldest of [...unanswered.keys()].slice(0, -MAX_BRIDGE_UNANSWERED)) unanswered.delete(oldest);
    return true;
  }

  return {
    take: (event, now) => {
      if (event['event'] === 'not_mapped') return setUnmapped(event);
      if (event['event'] === 'request_unanswered') return addUnanswered(event, now);
      return event['event'] === 'request_answered' && unanswered.delete(textOf(event['transaction']));
    },
    toWire: (now) => {
      const all = [...subjects.values()];
      const byDevice = Map.groupBy(
        all.flatMap(({ listed }) => listed),
        ({ device }) => device,
      );
      const listed = [...byDevice.values()].flat();
      const unlisted = all.reduce((sum, { more }) => sum + more, 0);
      const unmapped = listed.slice(0, MAX_BRIDGE_UNMAPPED);
      return {
        unmapped,
        more: listed.length - unmapped.length + unlisted,
        unanswered: [...unanswered.values()].toReversed(),
        reported: toTimestamp(now),
      };
    },
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '');
const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0);

const listOf = (value: unknown): readonly Event[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];

const isCode = (value: unknown): value is UnmappedCode =>
  (unmappedCodes as readonly unknown[]).includes(value);

const toUnmapped =
  (event: Event) =>
  ({ feature, code, detail, reason }: Event): BridgeUnmapped => ({
    device: textOf(event['device']),
    name: textOf(event['name']),
    feature: textOf(feature),
    code: isCode(code) ? code : 'message_failed',
    detail: textOf(detail),
    reason: textOf(reason),
  });

type RecorderDependencies = {
  readonly store: (findings: BridgeFindings) => Promise<void>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'error'>;
};

export type FindingsRecorder = {
  /** Forgets what an earlier process of the bridge said. What is stored stays until the new one has started. */
  begin(): void;
  take(event: Event): void;
  close(): void;
};

/** A bridge that starts names many devices at once. */
const STORE_AFTER_MS = 2_000;

/** Stores the findings of a bridge soon after they changed, and once its process has started. */
export function recordFindings({ store, clock, timers, logger }: RecorderDependencies): FindingsRecorder {
  let findings = createFindings();
  let hasStarted = false;
  let timer: Disposable | undefined;

  function write(): void {
    timer = undefined;
    store(findings.toWire(clock.now())).catch((error: unknown) =>
      logger.error({ err: error }, 'findings of a bridge were not stored'),
    );
  }

  return {
    begin: () => {
      findings = createFindings();
      hasStarted = false;
    },
    take: (event) => {
      const isFirst = event['event'] === 'status' && !hasStarted;
      hasStarted ||= isFirst;
      if (findings.take(event, clock.now()) || isFirst) timer ??= timers.setTimer(STORE_AFTER_MS, write);
    },
    close: () => timer?.[Symbol.dispose](),
  };
}
