import type { BridgeStatus } from '../../connections/bridges/index.ts';
import type { Timers } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { BridgeLog } from './bridge-log.ts';
import type { FindingsRecorder } from './findings.ts';
import type { Ended, Launch, Launched } from './launch.ts';
import { readEvent, readReport } from './report.ts';

type Dependencies = {
  readonly timers: Timers;
  readonly logger: Logger;
  readonly log: BridgeLog;
  readonly start: (onLine: Launch['onLine']) => Launched;
  readonly onStatus: (status: BridgeStatus, quarantined: number) => void;
  readonly findings: FindingsRecorder;
};

export type RunningBridge = { stop(): Promise<void> };

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 5 * 60_000;
/** A process that has run for this long resets the backoff. */
const STABLE_MS = 5 * 60_000;
/** A bridge reports its status each minute; a bridge that is silent for this long hangs. */
const SILENCE_MS = 3 * 60_000;
const MAX_REASON = 300;
/** Exit codes of bridges: trying again does not help. */
const FINAL: Readonly<Record<number, string>> = {
  2: 'Its settings are wrong',
  3: 'The platform refused its credentials',
};

/**
 * Keeps the process of one bridge running:
 * 1. starts it, and follows what it says about its state;
 * 2. kills it when it is silent for too long;
 * 3. when it ends, starts it again after a wait that doubles, unless its exit code says that this is useless.
 */
export function runBridge({ timers, logger, log, start, onStatus, findings }: Dependencies): RunningBridge {
  const wait = createWait();
  let restarts = 0;
  let version = '';
  let current: Attempt | undefined;
  let timer: Disposable | undefined;
  let isStopped = false;
  const setStatus = (state: BridgeStatus['state'], problem: string, quarantined = 0) => {
    if (!isStopped) onStatus({ state, problem, version, restarts }, quarantined);
  };

  function run(): void {
    const began = timers.monotonic();
    findings.begin();
    setStatus('starting', '');
    current = attempt({ timers, log, start }, (event) => {
      findings.take(event);
      const report = readReport(event);
      if (!report) return;
      version = report.version || version;
      setStatus(report.isRunning ? 'running' : 'failing', report.problem, report.quarantined);
    });
    logger.info({ bridgePid: current.pid }, 'bridge started');
    void current.ended.then((ended) => onEnded(ended, timers.monotonic() - began));
  }

  function onEnded({ code, signal, reason }: EndedAttempt, ranMs: number): void {
    if (isStopped) return;
    const why = reason === '' ? '' : `: ${reason}`;
    const final = code === null ? undefined : FINAL[code];
    if (final !== undefined) {
      logger.error({ code }, 'bridge ended and is not started again');
      setStatus('stopped', `${final}${why}`);
      return;
    }
    const waitMs = wait.after(ranMs);
    restarts += 1;
    logger.warn({ code, signal, restarts, waitMs }, 'bridge ended and is started again');
    const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
    setStatus('failing', `Its process ${how}${why}. It is started again in ${Math.ceil(waitMs / 1000)} s.`);
    timer = timers.setTimer(waitMs, run);
  }

  run();
  return {
    async stop() {
      isStopped = true;
      timer?.[Symbol.dispose]();
      await current?.stop();
      findings.close();
      await log.flush();
    },
  };
}

function createWait() {
  let nextMs = FIRST_WAIT_MS;
  return {
    /** Returns how long to wait before the restart of a process, depending on how long it ran (backoff). */
    after(ranMs: number): number {
      const waitMs = ranMs >= STABLE_MS ? FIRST_WAIT_MS : nextMs;
      nextMs = Math.min(waitMs * 2, MAX_WAIT_MS);
      return waitMs;
    },
  };
}

type EndedAttempt = Ended & { readonly reason: string };
type Attempt = Pick<Launched, 'pid' | 'stop'> & { readonly ended: Promise<EndedAttempt> };

/** Starts the process once, and kills it when it is silent. The reason is the last error that it printed. */
function attempt(
  { timers, log, start }: Pick<Dependencies, 'timers' | 'log' | 'start'>,
  onEvent: (event: Readonly<Record<string, unknown>>) => void,
): Attempt {
  let reason = '';
  let silence: Disposable | undefined;

  function listen(kill: () => void): void {
    silence?.[Symbol.dispose]();
    silence = timers.setTimer(SILENCE_MS, () => {
      reason = 'it has not reported its status for three minutes';
      kill();
    });
  }

  const launched = start((line, isError) => {
    log.append(line);
    listen(launched.kill);
    const event = isError ? undefined : readEvent(line);
    if (!event) reason = line.slice(0, MAX_REASON);
    else if (event['event'] === 'failed') reason = String(event['reason']).slice(0, MAX_REASON);
    if (event) onEvent(event);
  });
  listen(launched.kill);
  const ended = launched.ended.then((how) => {
    silence?.[Symbol.dispose]();
    log.append(JSON.stringify({ time: new Date().toISOString(), event: 'ended', ...how }));
    return { ...how, reason };
  });
  return { pid: launched.pid, stop: launched.stop, ended };
}
