import type { DowntimeInput, HomeState, Input, WriteEnd } from '@azulejo/automations';
import { addressKey } from '@azulejo/model';
import type { StoredEvent } from '../../telemetry/events/index.ts';
import { causeOfWrite, runNameOf, stepInCause, writeNameOf } from './run-ids.ts';
import { toAddress } from './running-home.ts';

type OtherInput = Exclude<Input, { readonly type: 'home' }>;

/**
 * Returns what an event of the log is to the automations of the home. A value that answers a write is several inputs:
 * the end of what was on its way to the device, the value, and the end of the step's write. Changes of the home are not
 * among them, because they need its values.
 */
export function toInputs(event: StoredEvent, state: HomeState): OtherInput[] {
  const { n, at, type } = event;
  const step = stepInCause(event.cause);
  const cause = step && runNameOf(state, step);
  const logged = { n, at, ...(cause === undefined ? {} : { cause }) };
  const data: unknown = JSON.parse(event.data ?? 'null');
  const write = step && writeNameOf(state, step);
  const ends: OtherInput[] =
    write !== undefined && isEnd(event.state)
      ? [{ type: 'command', ...logged, command: write, state: event.state }]
      : [];
  if (type === 'write')
    return [{ type: 'write-opened', ...logged, ...toAddress(event), command: event.cause ?? '', data }];
  const endedWrite = ended(event, logged, state);
  if (type === 'command') return [...endedWrite, ...ends];
  if (type === 'value') {
    const isWritten = event.cause !== null;
    return [...endedWrite, { type, ...logged, ...toAddress(event), data, isWritten }, ...ends];
  }
  const { automation, scene, from, checksConditions, person } = (data ?? {}) as Given;
  if (type === 'scene' && scene !== undefined) return [{ type, ...logged, scene }];
  if (type === 'webhook' && automation !== undefined) return [{ type, ...logged, automation }];
  if ((type === 'downtime' || type === 'clock') && from !== undefined) return [{ type, ...logged, from }];
  if (type === 'play' && automation !== undefined)
    return [
      {
        type,
        ...logged,
        automation,
        checksConditions: checksConditions === true,
        ...(person !== undefined && { person }),
      },
    ];
  return [];
}

type Logged = Pick<OtherInput, 'n' | 'at' | 'cause'>;

/** Returns that the last write of the property ended, if the event is its end. */
function ended(event: StoredEvent, logged: Logged, { writes }: HomeState): OtherInput[] {
  const address = toAddress(event);
  const last = isEnd(event.state) ? writes?.[addressKey(address)] : undefined;
  if (!last || causeOfWrite(last) !== event.cause) return [];
  return [{ type: 'write-ended', ...logged, ...address, command: last.command }];
}

/**
 * Returns up to which time timers fire before an event, and the interruption that makes them late or missed. When the
 * clock was set, this is the time before.
 */
export function timersBefore({ type, at, n, data }: StoredEvent): {
  until: number;
  downtime?: DowntimeInput;
} {
  if (type !== 'downtime' && type !== 'clock') return { until: at };
  const { from = at } = JSON.parse(data ?? '{}') as Given;
  return type === 'clock' ? { until: from } : { until: at, downtime: { type, n, at, from } };
}

type Given = {
  automation?: string;
  scene?: string;
  from?: number;
  checksConditions?: boolean;
  person?: string;
};

const isEnd = (state: StoredEvent['state']): state is Exclude<WriteEnd, 'too-late'> =>
  state !== null && state !== 'open';
