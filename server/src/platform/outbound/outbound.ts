import type { Clock, Timers } from '../clock.ts';
import { createLruCache } from '../lru-cache.ts';
import type { Metrics } from '../metrics.ts';
import { createCallLog, type LoggedCall, type PurposeState } from './call-log.ts';
import { exchange, type Method, type OutboundReply } from './exchange.ts';
import { createGuard, type GuardOptions } from './guard.ts';
import { createGuardedLookup } from './guarded-lookup.ts';
import { isLocalFailure, OutboundError, toOutboundError } from './outbound-error.ts';
import { createSystemResolve, type Resolve } from './system-resolver.ts';

/** The purpose of a call, in metrics and in the log. */
export type Purpose =
  | 'authorize'
  | 'receive_token'
  | 'devices_list'
  | 'select_device'
  | 'token'
  | 'activation'
  | 'push'
  | 'automation';

export type OutboundRequest = {
  /** The platform calls on behalf of this party, for example a manager. Each has its own share, breakers and log. */
  readonly party: string;
  readonly purpose: Purpose;
  readonly method: Method;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Limits the whole call, from the lookup of the name to the last byte. */
  readonly timeoutMs: number;
  /** The maximum size of the decompressed body. */
  readonly maxBytes: number;
};

type Dependencies = GuardOptions & {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'outboundCalls' | 'outboundSeconds'>;
  readonly resolve?: Resolve;
};

const CALLS_PER_PARTY = 20;

export type Outbound = {
  /**
   * Makes one call. Returns any complete answer, errors and redirects included. Throws an OutboundError
   * without one.
   */
  send(request: OutboundRequest): Promise<OutboundReply>;
  /** Returns why the platform would not call this URL, or undefined when it would. */
  refuseUrl(text: string): string | undefined;
  /** Returns the last calls for the party, newest first. */
  calls(party: string): readonly LoggedCall[];
  /** Returns how the last call for each purpose went. */
  states(party: string): ReadonlyMap<string, PurposeState>;
  /** Returns until when the party's calls to this URL's origin are paused; undefined when they are made. */
  pausedUntil(party: string, url: string): number | undefined;
  /** Ends all open calls, and refuses others. */
  stop(): void;
};

/**
 * Creates the client of all HTTP that the platform sends to addresses which others name.
 *
 * 1. The URL is checked, then the circuit of its origin and the share of the party.
 * 2. The name is resolved once, its addresses are checked, and one of them is connected to.
 * 3. The answer is read within a deadline and a size; then metrics, circuit and log learn the result.
 */
export function createOutbound(dependencies: Dependencies): Outbound {
  const { clock, metrics, networks } = dependencies;
  const { resolve = createSystemResolve({ isLocalAllowed: networks.length > 0 }) } = dependencies;
  const guard = createGuard(dependencies);
  const breaker = createCircuitBreaker(clock);
  const log = createCallLog();
  const open = createOpenCalls();
  const call = createCall({ clock, breaker, open, lookupFor: createGuardedLookup(guard, resolve, clock) });

  async function send(request: OutboundRequest): Promise<OutboundReply> {
    const { party, purpose } = request;
    const reason = guard.refuseUrl(request.url);
    const url = URL.parse(request.url);
    const [time, begin] = [clock.now(), clock.monotonic()];
    const record = (result: Pick<LoggedCall, 'status' | 'failure'>) => {
      const durationMs = Math.round(clock.monotonic() - begin);
      log.add(party, { time, purpose, origin: url?.origin ?? '', durationMs, ...result });
      metrics.outboundCalls.inc({
        purpose,
        result: result.failure ?? `${result.status}`.replace(/..$/, 'xx'),
      });
      metrics.outboundSeconds.observe({ purpose }, durationMs / 1000);
    };
    try {
      if (reason !== undefined || !url) throw new OutboundError('address_refused', `the URL ${reason}`);
      const reply = await call(request, url);
      record({ status: reply.status });
      return reply;
    } catch (error) {
      const failed = toOutboundError(error);
      record({ failure: failed.failure });
      throw failed;
    }
  }

  function pausedUntil(party: string, text: string): number | undefined {
    const url = URL.parse(text);
    const pause = url ? breaker.pauseOf(circuitOf(party, url)) : 0;
    return pause === 0 ? undefined : clock.now() + Math.round(pause);
  }

  return {
    send,
    refuseUrl: guard.refuseUrl,
    calls: log.list,
    states: log.states,
    pausedUntil,
    stop: open.stop,
  };
}

type CallParts = {
  clock: Clock;
  breaker: ReturnType<typeof createCircuitBreaker>;
  open: ReturnType<typeof createOpenCalls>;
  lookupFor: ReturnType<typeof createGuardedLookup>;
};

/** Returns a function that makes a call to a checked URL, unless its circuit or share forbids it. */
function createCall({ clock, breaker, open, lookupFor }: CallParts) {
  return async (request: OutboundRequest, url: URL): Promise<OutboundReply> => {
    const circuit = circuitOf(request.party, url);
    using call = open.enter(request.party);
    breaker.enter(circuit);
    using _deadline = clock.setTimer(request.timeoutMs, () => call.abort('timeout', 'no answer in time'));
    try {
      const { method, headers = {}, body, maxBytes, party } = request;
      const { signal } = call;
      const lookup = lookupFor(url, { party, signal });
      const reply = await exchange({ method, url, headers, body, maxBytes, lookup, signal });
      breaker.succeed(circuit);
      return reply;
    } catch (error) {
      // An aborted stream can fail with its own error.
      const failed = toOutboundError(call.signal.aborted ? call.signal.reason : error);
      if (!isLocalFailure(failed.failure)) breaker.fail(circuit);
      throw failed;
    }
  };
}

const circuitOf = (party: string, { origin }: URL): string => JSON.stringify([party, origin]);

/** Counts the open calls per party, and ends them all when the server stops. */
function createOpenCalls() {
  const perParty = new Map<string, number>();
  const controllers = new Set<AbortController>();
  let isStopped = false;

  function leave(party: string, controller: AbortController): void {
    controllers.delete(controller);
    const left = (perParty.get(party) ?? 1) - 1;
    if (left === 0) perParty.delete(party);
    else perParty.set(party, left);
  }

  return {
    /** Throws `busy` when the party has too many open calls. */
    enter(party: string) {
      if (isStopped) throw new OutboundError('stopped', 'the server stops');
      const before = perParty.get(party) ?? 0;
      if (before >= CALLS_PER_PARTY) throw new OutboundError('busy', 'too many calls are open');
      perParty.set(party, before + 1);
      const controller = new AbortController();
      controllers.add(controller);
      return {
        signal: controller.signal,
        abort: (failure: 'timeout' | 'stopped', message: string) =>
          controller.abort(new OutboundError(failure, message)),
        [Symbol.dispose]: () => leave(party, controller),
      };
    },

    stop(): void {
      isStopped = true;
      for (const controller of controllers)
        controller.abort(new OutboundError('stopped', 'the server stops'));
    },
  };
}

const MAX_FAILURES = 5;
const PAUSE_MS = 30_000;
/** Beyond it the circuit that was used least recently is forgotten, and counts its failures from 0. */
const MAX_CIRCUITS = 2_000;

type Circuit = { failures: number; closedAt: number };

/**
 * Creates circuit breakers by key. After five failures in a row no call is made for half a minute; then one is
 * tried, and decides for the others.
 */
function createCircuitBreaker(clock: Pick<Timers, 'monotonic'>) {
  const circuits = createLruCache<Circuit>(MAX_CIRCUITS);

  return {
    /** Throws `circuit_open` during the pause. */
    enter(key: string): void {
      const circuit = circuits.get(key);
      if (!circuit || circuit.failures < MAX_FAILURES) return;
      if (circuit.closedAt > clock.monotonic())
        throw new OutboundError('circuit_open', 'the last calls failed; the next one is tried later');
      circuit.closedAt = clock.monotonic() + PAUSE_MS;
    },

    /** Returns for how many milliseconds no call is made; 0 when calls are made. */
    pauseOf(key: string): number {
      const circuit = circuits.peek(key);
      if (!circuit || circuit.failures < MAX_FAILURES) return 0;
      return Math.max(0, circuit.closedAt - clock.monotonic());
    },

    succeed(key: string): void {
      circuits.delete(key);
    },

    fail(key: string): void {
      const failures = (circuits.get(key)?.failures ?? 0) + 1;
      circuits.set(key, { failures, closedAt: clock.monotonic() + PAUSE_MS });
    },
  };
}
