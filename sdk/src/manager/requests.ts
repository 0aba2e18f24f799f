import { ACCESS, type Address, addressKey } from '@azulejo/model';
import type { AccessState, PlatformMessage } from '../api/types.generated.ts';
import { AzulejoError } from '../errors.ts';
import { closedByProgram } from '../live/link.ts';
import { Unavailable } from '../live/types.ts';
import type { Outbox } from './outbox.ts';
import type { ManagerHandlers, ManagerLiveOptions, ManagerRequest, Scope } from './types.ts';

type Options = Pick<ManagerLiveOptions, 'readTimeoutMs' | 'writeTimeoutMs' | 'concurrency'> & {
  readonly outbox: Pick<Outbox, 'answer' | 'refuse'>;
  readonly onProblem: (problem: { request: ManagerRequest; error: unknown }) => void;
};

/** Passes reads and writes to handlers, and sends the results. */
export type Requests = {
  serve(handlers: ManagerHandlers, scope?: Scope): () => void;
  /** Handles the messages `r` and `w`. */
  handleMessage(address: Address, message: PlatformMessage): void;
  /** Aborts the handlers that are running. */
  close(): void;
};

/** The platform’s own limits are 5 s for a read and 30 s for a manager’s write (decision 0028). */
const READ_TIMEOUT_MS = 4_500;
const WRITE_TIMEOUT_MS = 25_000;
const CONCURRENCY = 4;
/** Requests that wait for the first handler. The oldest is dropped: its requester gives up first. */
const MAX_EARLY = 1_000;

/**
 * A request goes through these phases. Its time counts from its arrival.
 * 1. Waiting: behind others of its property, and for a free place of its channel. Refused at once when too
 *    many wait, and when its time is over.
 * 2. Running in the handler. When its time is over, the signal is aborted and the request is refused; the
 *    place stays taken until the handler ends, so that a property never has two handlers at once.
 * 3. Answered. A value that comes too late is still reported: it is what the device has now.
 */
export function createRequests(options: Options): Requests {
  const { outbox, onProblem, readTimeoutMs = READ_TIMEOUT_MS, writeTimeoutMs = WRITE_TIMEOUT_MS } = options;
  const handlers = createHandlers();
  const queues = createQueues(options.concurrency ?? CONCURRENCY);
  const deadlines = createDeadlines();
  let hasServed = false;
  const early: [Address, PlatformMessage][] = [];

  function start(address: Address, message: PlatformMessage): void {
    const { io, data, sender, on_behalf_of, timestamp } = message;
    const kind = io === 'r' ? 'read' : 'write';
    let isRefused = false;
    const fail = (error: unknown, access: AccessState) => {
      if (!isRefused) outbox.refuse({ ...address, property: ACCESS }, { io: 'ir', data: access });
      isRefused = true;
      if (!(error instanceof Unavailable)) onProblem({ request, error });
    };
    const { signal, done } = deadlines.begin(
      kind === 'read' ? readTimeoutMs : writeTimeoutMs,
      address.property,
      (error) => fail(error, 'api_unreachable'),
    );
    const who = { applicationId: sender, userId: on_behalf_of };
    const request: ManagerRequest = { ...address, kind, data, ...who, timestamp, signal };
    const run = async () => {
      try {
        if (!signal.aborted) await handle(request, handlers.find(address), outbox);
      } catch (error) {
        // A handler that passes the signal on throws its reason, which was reported already.
        if (!signal.aborted) fail(error, error instanceof Unavailable ? error.access : 'service_error');
      }
    };
    if (queues.enter(address.channel, addressKey(address), () => run().finally(done))) return;
    done();
    fail(new AzulejoError('TimedOut', 'Too many requests wait for this channel.'), 'service_error');
  }

  return {
    serve: (given, scope) => {
      const remove = handlers.add(given, scope);
      hasServed = true;
      for (const [address, message] of early.splice(0)) start(address, message);
      return remove;
    },
    handleMessage: (address, message) => {
      if (message.io !== 'r' && message.io !== 'w') return;
      if (hasServed) return start(address, message);
      early.push([address, message]);
      if (early.length > MAX_EARLY) early.shift();
    },
    close: deadlines.close,
  };
}

/** Calls the handler, and sends its result. Throws `Unavailable` when there is no handler. */
async function handle(
  request: ManagerRequest,
  handlers: ManagerHandlers | undefined,
  outbox: Options['outbox'],
): Promise<void> {
  if (request.kind === 'read') {
    if (!handlers) throw new Unavailable('service_error');
    const value = await handlers.onRead?.(request);
    if (value !== undefined) outbox.answer(request, { io: 'ir', data: value });
    return;
  }
  if (!handlers?.onWrite) throw new Unavailable('service_error');
  const value = await handlers.onWrite(request);
  outbox.answer(request, { io: 'iw', data: value === undefined ? request.data : value });
}

/** Tracks the deadlines of requests. */
function createDeadlines() {
  const open = new Map<AbortController, ReturnType<typeof setTimeout>>();
  return {
    /** Calls `onLate` and aborts the signal unless `done` is called in time. */
    begin(timeoutMs: number, property: string, onLate: (error: AzulejoError) => void) {
      const controller = new AbortController();
      const timer = setTimeout(() => {
        const error = new AzulejoError('TimedOut', `The handler of ${property} took over ${timeoutMs} ms.`);
        onLate(error);
        controller.abort(error);
      }, timeoutMs);
      open.set(controller, timer);
      const done = () => {
        clearTimeout(timer);
        open.delete(controller);
      };
      return { signal: controller.signal, done };
    },
    close(): void {
      for (const [controller, timer] of open) {
        clearTimeout(timer);
        controller.abort(closedByProgram());
      }
    },
  };
}

/** Finds the handlers for an address: those with the most specific scope, and the newest of these. */
function createHandlers() {
  const scopes = new Map<string, ManagerHandlers[]>();
  return {
    isEmpty: () => scopes.size === 0,
    add: (handlers: ManagerHandlers, { channel, component, property }: Scope = {}): (() => void) => {
      const key = keyOf(channel, component, property);
      const own = { ...handlers };
      scopes.set(key, [...(scopes.get(key) ?? []), own]);
      return () => {
        const rest = (scopes.get(key) ?? []).filter((each) => each !== own);
        if (rest.length === 0) scopes.delete(key);
        else scopes.set(key, rest);
      };
    },
    find: ({ channel, component, property }: Address): ManagerHandlers | undefined => {
      for (const one of [channel, undefined])
        for (const two of [component, undefined])
          for (const three of [property, undefined]) {
            const found = scopes.get(keyOf(one, two, three))?.at(-1);
            if (found) return found;
          }
      return undefined;
    },
  };
}

const keyOf = (...levels: (string | undefined)[]) => levels.map((level) => level ?? '+').join('/');

type Work = { readonly queue: string; readonly run: () => Promise<void> };
type Channel = { running: number; readonly waiting: Work[]; readonly busy: Set<string> };

/** Requests that wait for one channel, and for all channels together. */
const MAX_WAITING_PER_CHANNEL = 100;
const MAX_WAITING = 10_000;

/**
 * Runs work in queues: one at a time in each queue, in order, and at most `concurrency` in a channel. A channel
 * that is slow delays no other.
 */
function createQueues(concurrency: number) {
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
