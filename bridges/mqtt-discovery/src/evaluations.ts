import { type ChildProcess, fork } from 'node:child_process';
import { createUnmappedLog, type Log, type SetTimer, setSystemTimer } from '@azulejo/bridge';
import type { AnnouncedDevice, Decoded, Exchange, Sending } from '@azulejo/devices/home-assistant';
import { unmapped } from '@azulejo/devices/home-assistant';
import { createDeviceQueue } from './device-queue.ts';
import { EVALUATE, type EvaluationReply, type EvaluationRequest } from './evaluation-process.ts';
import { createRunner, type Job, type Runner } from './evaluation-runner.ts';

/** Evaluates the messages of one device, in order. */
export type Evaluation = {
  /** Resolves with undefined when the message cannot be evaluated. */
  decode(topic: string, payload: string): Promise<Decoded | undefined>;
  encode(write: Parameters<Exchange['encode']>[0]): Promise<Sending | undefined>;
  /** Whether the device took too much time or memory, and is not evaluated any more. */
  isQuarantined(): boolean;
  close(): void;
};

export type Evaluations = {
  open(device: AnnouncedDevice): Evaluation;
  close(): void;
};

type Dependencies = {
  readonly log: Log;
  readonly onQuarantined: (device: AnnouncedDevice) => void;
  readonly start?: () => ChildProcess;
  readonly setTimer?: SetTimer;
};

/** Templates can fill the memory of the process, which then ends. */
const MEMORY_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=1'];
/** The wait after a process that did not begin to work. One that a template ended is started again immediately. */
const RESTART_MS = 10_000;

/** What the process of the templates needs not: processes of its own and the network. */
const UNNEEDED: ReadonlySet<string> = new Set(['--allow-child-process', '--allow-net']);

/** Starts this program again, without its environment, which may have secrets. */
const startProcess = (): ChildProcess =>
  fork(process.argv[1] ?? '', [EVALUATE], {
    execArgv: [...process.execArgv.filter((flag) => !UNNEEDED.has(flag)), ...MEMORY_FLAGS],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/**
 * Evaluates templates of devices in a process of its own, because any step of one may take minutes, or more memory
 * than there is:
 * 1. requests wait in a queue per device, and the devices take turns;
 * 2. a few requests are sent at a time, and the process replies in their order;
 * 3. when it reports that a device took too long, does not reply, or ends, the device of the oldest request is
 *    quarantined;
 * 4. a process that ended is started again, and gets the descriptions of the devices that still send messages.
 */
export function createEvaluations(dependencies: Dependencies): Evaluations {
  const { log, onQuarantined, start = startProcess, setTimer = setSystemTimer } = dependencies;
  const devices = new Map<number, AnnouncedDevice>();
  const unmappedLog = createUnmappedLog(log, 'templates');
  const queue = createDeviceQueue<Job>();
  let runner: Runner | undefined;
  let restart: Disposable | undefined;
  let lastId = 0;
  let isClosed = false;

  function forget(id: number): void {
    devices.delete(id);
    for (const job of queue.remove(id)) job.resolve(undefined);
    runner?.forget(id);
  }

  function quarantine(id: number): void {
    const device = devices.get(id);
    if (!device) return;
    forget(id);
    unmappedLog.set(device, [unmapped('', 'slow_templates')]);
    onQuarantined(device);
  }

  function pump(): void {
    if (isClosed || restart || queue.isEmpty()) return;
    runner ??= createRunner(start(), { log, setTimer, devices, queue, quarantine, onEnd });
    runner.pump();
  }

  function onEnd(wasReady: boolean): void {
    runner = undefined;
    restart = setTimer(wasReady ? 0 : RESTART_MS, () => {
      restart = undefined;
      pump();
    });
  }

  function add(id: number, request: EvaluationRequest, size = 0): Promise<EvaluationReply['result']> {
    const { promise, resolve } = Promise.withResolvers<EvaluationReply['result']>();
    if (!devices.has(id) || !queue.add(id, { request, resolve, size })) resolve(undefined);
    pump();
    return promise;
  }

  return {
    open: (device) => {
      lastId += 1;
      devices.set(lastId, device);
      const [id, clear] = [lastId, () => unmappedLog.set(device, [])];
      return evaluationOf(id, { add, forget, clear, has: () => devices.has(id) });
    },
    close: () => {
      isClosed = true;
      restart?.[Symbol.dispose]();
      runner?.close();
    },
  };
}

type Parts = {
  readonly add: (id: number, request: EvaluationRequest, size?: number) => Promise<EvaluationReply['result']>;
  readonly forget: (id: number) => void;
  /** Says that nothing is left out of the device any more. */
  readonly clear: () => void;
  readonly has: () => boolean;
};

const evaluationOf = (device: number, { add, forget, clear, has }: Parts): Evaluation => ({
  decode: (topic, payload) =>
    add(device, { type: 'decode', device, topic, payload }, payload.length) as Promise<Decoded | undefined>,
  encode: (write) => add(device, { type: 'encode', device, write }) as Promise<Sending | undefined>,
  isQuarantined: () => !has(),
  close: () => {
    forget(device);
    clear();
  },
});
