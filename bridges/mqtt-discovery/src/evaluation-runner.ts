import type { ChildProcess } from 'node:child_process';
import type { Log, SetTimer } from '@azulejo/bridge';
import type { AnnouncedDevice } from '@azulejo/devices/home-assistant';
import type { DeviceQueue } from './device-queue.ts';
import { type EvaluationReply, type EvaluationRequest, READY } from './evaluation-process.ts';

export type Job = {
  /** The characters of its message. */
  readonly size: number;
  readonly request: EvaluationRequest;
  resolve(result: EvaluationReply['result']): void;
};

export type Runner = {
  /** Sends requests while the process has room for them. */
  pump(): void;
  forget(device: number): void;
  close(): void;
};

type Dependencies = {
  readonly log: Log;
  readonly setTimer: SetTimer;
  readonly devices: ReadonlyMap<number, AnnouncedDevice>;
  readonly queue: Pick<DeviceQueue<Job>, 'next' | 'putBack'>;
  readonly quarantine: (device: number) => void;
  readonly onEnd: (wasReady: boolean) => void;
};

const MAX_IN_FLIGHT = 32;
/** A request that has no reply at two ticks in a row has taken at least this long, and the process is ended. */
const TICK_MS = 1_000;

/** Sends requests to a process, until it ends. The device of the oldest request is taken for the cause. */
export function createRunner(child: ChildProcess, dependencies: Dependencies): Runner {
  const { log, devices, queue, quarantine, onEnd } = dependencies;
  const inFlight: Job[] = [];
  const described = new Set<number>();
  const watch = killWhenStuck(child, () => inFlight[0], dependencies.setTimer);
  let state: 'starting' | 'ready' | 'ended' = 'starting';

  function send(request: EvaluationRequest, job: Partial<Job> = {}): void {
    inFlight.push({ size: 0, resolve: () => undefined, ...job, request });
    child.send(request);
  }

  function pump(): void {
    while (state === 'ready' && inFlight.length < MAX_IN_FLIGHT) {
      const job = queue.next();
      if (!job) return;
      const { device } = job.request;
      const announcements = described.has(device) ? undefined : devices.get(device)?.announcements;
      described.add(device);
      if (announcements) send({ type: 'describe', device, announcements });
      send(job.request, job);
    }
  }

  function end(reason: string): void {
    if (state === 'ended') return;
    const wasReady = state === 'ready';
    state = 'ended';
    watch[Symbol.dispose]();
    log('evaluation_ended', { reason });
    if (inFlight[0]) quarantine(inFlight[0].request.device);
    for (const job of inFlight.toReversed())
      if (devices.has(job.request.device) && job.request.type !== 'describe')
        queue.putBack(job.request.device, job);
      else job.resolve(undefined);
    onEnd(wasReady);
  }

  child.on('message', (message) => {
    if (message === READY) state = 'ready';
    else settle(inFlight.shift(), message as EvaluationReply, dependencies);
    pump();
  });
  child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  child.on('error', ({ message }) => end(message));
  return {
    pump,
    forget: (device) => {
      if (described.delete(device) && state === 'ready') send({ type: 'forget', device });
    },
    close: () => {
      state = 'ended';
      watch[Symbol.dispose]();
      child.kill('SIGKILL');
      for (const job of inFlight) job.resolve(undefined);
    },
  };
}

function settle(
  job: Job | undefined,
  { result, isTooSlow = false, error }: EvaluationReply,
  { log, quarantine }: Dependencies,
): void {
  if (error !== undefined) log('message_failed', { reason: error });
  if (isTooSlow && job) quarantine(job.request.device);
  job?.resolve(result);
}

/** Ends the process when the same job is the oldest at two ticks in a row. */
function killWhenStuck(child: ChildProcess, oldest: () => Job | undefined, setTimer: SetTimer): Disposable {
  let watched: Job | undefined;
  let timer = setTimer(TICK_MS, tick);
  function tick(): void {
    const job = oldest();
    if (job !== undefined && job === watched) child.kill('SIGKILL');
    watched = job;
    timer = setTimer(TICK_MS, tick);
  }
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}
