import type { CompiledTrigger } from '../compiled.ts';
import type { Start } from '../decision.ts';
import type { ScheduleTrigger } from '../schedule/next.ts';
import { type Active, dueOrigin, miss, newTruth, type Reducing } from './context.ts';
import { firedDates, rememberDate } from './dates.ts';
import { request } from './starts.ts';
import { cancelTimers, setTimer } from './timers.ts';

type Schedule = Extract<CompiledTrigger, { kind: 'schedule' }>;
type Silent = Extract<CompiledTrigger, { kind: 'silent' }>;

/** A schedule that the server missed is run when it is at most so late. */
const MAX_LATE_MS = 60 * 60_000;
/** Dates that were missed earlier are not recorded one by one, however long the server was stopped. */
const MAX_RECORDED_MS = 30 * 24 * 60 * 60_000;

/** Sets the timer of a schedule, or moves it after the time zone or the place changed. */
export function plan(context: Reducing, active: Active, trigger: Schedule, after: number): void {
  const { own, automation } = active;
  own.truths[trigger.id] ??= newTruth(context.state.at);
  const schedule = trigger.scheduleAt(own.truths[trigger.id]?.since ?? after);
  const next = context.home.calendar.next(schedule, after, firedDates(own, trigger));
  const id = `${automation.id}.${trigger.id}`;
  if (next) setTimer(context, active, { id, due: next.at, kind: 'schedule', of: trigger.id });
  else cancelTimers(context, active, (timer) => timer.id === id);
}

export function scheduleDue(context: Reducing, active: Active, trigger: Schedule, due: number): void {
  const { home, downtime } = context;
  const schedule = trigger.scheduleAt(active.own.truths[trigger.id]?.since ?? due);
  const start: Start = { by: 'schedule', trigger: trigger.id, since: due };
  const isLate = downtime !== undefined && due >= downtime.from;
  const lateMs = isLate ? downtime.at - due : 0;
  if (isLate && (lateMs > MAX_LATE_MS || schedule.kind === 'every')) {
    miss(context, active, start, { reason: 'missed', due, lateMs });
    plan(context, active, trigger, Math.max(due, afterMiss(schedule.kind, downtime)));
    return;
  }
  const occurrence = home.calendar.next(schedule, due - 1, firedDates(active.own, trigger));
  if (occurrence?.day !== undefined) rememberDate(active.own, trigger, occurrence.day);
  plan(context, active, trigger, due);
  if (occurrence?.kind === 'no-sun') {
    miss(context, active, start, { reason: 'no-sun' });
    return;
  }
  request(context, active, { start, origin: dueOrigin(context, trigger.id, due), chain: [] });
}

/**
 * Returns the time after which a schedule goes on when it was missed. A short interval may have been missed a thousand
 * times, and a clock may be ahead by years, so both are recorded once.
 */
function afterMiss(kind: ScheduleTrigger['kind'], { type, at }: NonNullable<Reducing['downtime']>): number {
  if (kind === 'every') return at;
  return type === 'clock' ? at - MAX_LATE_MS - 1 : at - MAX_RECORDED_MS;
}

/** Records that the device reported. Its timer is moved only when it falls due, so that a report costs little. */
export function resetSilence(context: Reducing, active: Active, trigger: Silent): void {
  const { own } = active;
  const { at } = context.state;
  const truth = own.truths[trigger.id];
  if (!truth) return;
  const wasSilent = truth.is === true;
  truth.is = false;
  truth.since = at;
  if (wasSilent) listen(context, active, trigger, at);
}

export const listen = (context: Reducing, active: Active, trigger: Silent, since: number): void =>
  setTimer(context, active, {
    id: `${active.automation.id}.${trigger.id}`,
    due: since + trigger.forMs,
    kind: 'silent',
    of: trigger.id,
  });

/** Fires when the device has reported nothing for as long as the trigger says; it does so once. */
export function silenceDue(context: Reducing, active: Active, trigger: Silent, due: number): void {
  const truth = active.own.truths[trigger.id];
  if (!truth) return;
  const { downtime } = context;
  // Reports of the device were not received while the server was stopped.
  if (downtime && due >= downtime.from) truth.since = Math.max(truth.since, downtime.at);
  if (truth.since + trigger.forMs > due) {
    listen(context, active, trigger, truth.since);
    return;
  }
  truth.is = true;
  const start: Start = { by: 'device', trigger: trigger.id, since: truth.since };
  request(context, active, { start, origin: dueOrigin(context, trigger.id, due), chain: [] });
}
