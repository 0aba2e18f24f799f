import type { HomeState, Input, WriteEnd } from '@azulejo/agents';
import type { StoredEvent } from '../../state/events/index.ts';
import { runNameOf, stepInCause, writeNameOf } from './run-ids.ts';

type OtherInput = Exclude<Input, { readonly type: 'home' }>;

/**
 * Returns what an event of the log is to the agents of the home. A value that answers a step's write is two inputs:
 * the value, and the end of the write. Changes of the home are not among them, because they need its values.
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
  if (type === 'command') return ends;
  if (type === 'value') {
    const { channelId: channel, componentId: component, propertyId: property } = event;
    return [{ type, ...logged, channel, component, property, data }, ...ends];
  }
  const { agent, scene, from, checksConditions } = (data ?? {}) as Given;
  if (type === 'scene' && scene !== undefined) return [{ type, ...logged, scene }];
  if (type === 'webhook' && agent !== undefined) return [{ type, ...logged, agent }];
  if (type === 'downtime' && from !== undefined) return [{ type, ...logged, from }];
  if (type === 'play' && agent !== undefined)
    return [{ type, ...logged, agent, checksConditions: checksConditions === true }];
  return [];
}

type Given = { agent?: string; scene?: string; from?: number; checksConditions?: boolean };

const isEnd = (state: StoredEvent['state']): state is Exclude<WriteEnd, 'too-late'> =>
  state !== null && state !== 'open';
