import { failedStateOf } from '@azulejo/model';
import { type Address, AzulejoError, type Client, type Live } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { createContext } from 'react';
import { useRequired } from '../../../design/use-required.ts';
import { askGuard } from '../../tablet/wall-tablet/ask-guard.ts';
import type { Offline } from '../offline/offline.ts';
import type { Reported } from '../session/home-data.ts';
import { refusalText } from './access-labels.ts';
import { beginHomeSession, type HomeSession } from './home-session.ts';
import { createHomeState, type Snapshot } from './home-state.ts';
import { createLocalHome } from './local-home.ts';
import { settledCommand, WAIT_SECONDS } from './settled-command.ts';
import { createTicks } from './ticks.ts';
import { createValues } from './values.ts';
import { createWrites, NotSent, type Outcome } from './writes.ts';

/** Creates the stores of the signed-in person's home. */
export function createLiveHome({ client, offline }: { client: Client; offline: Offline }) {
  const state = createHomeState();
  const localHome = createLocalHome();
  const values = createValues();
  let session: HomeSession | undefined;
  const writes = createWrites({
    send: (address, data) =>
      sendWrite(client, session?.connection()?.live(), address, data, (value) => session?.accept(value)),
    guard: (address, data) => askGuard({ channel: state.get().channels.get(address.channel), address, data }),
    onSilence: values.markStale,
    onDone: values.touch,
  });
  const begin = (): HomeSession => {
    session ??= beginHomeSession({ client, offline, state, values, writes });
    return session;
  };
  return {
    values,
    writes,
    ticks: createTicks(),
    get: (): Snapshot => localHome(state.get()),
    watch: state.watch,
    refresh: (): Promise<void> => session?.refresh() ?? Promise.resolve(),
    readUnreported: (): Promise<void> => session?.readUnreported() ?? Promise.resolve(),
    /** Starts reading and following the home, before anything shows it. */
    begin,
    /** Follows the home. Returns a function that ends it and clears the memory. */
    enter: (): (() => void) => {
      const own = begin();
      return () => {
        own.end();
        if (session === own) session = undefined;
        state.clear();
        values.clear();
        writes.clear();
      };
    },
  };
}

export type LiveHome = ReturnType<typeof createLiveHome>;

export const LiveHomeContext = createContext<LiveHome | undefined>(undefined);

export const useLiveHome = (): LiveHome => useRequired(LiveHomeContext, 'LiveHomeContext');

/** Sends a write over the live connection, or over HTTP if there is none. */
async function sendWrite(
  client: Client,
  live: Live | undefined,
  address: Address,
  data: unknown,
  onReport: (value: Reported) => void,
): Promise<Outcome> {
  if (!navigator.onLine) throw new NotSent(t`You are offline`);
  return live?.state === 'online' ? overMqtt(live, address, data) : overHttp(client, address, data, onReport);
}

async function overMqtt(live: Live, address: Address, data: unknown): Promise<Outcome> {
  try {
    const { state } = await live.write(address, data);
    return { state };
  } catch (error) {
    if (!(error instanceof AzulejoError) || error.name !== 'Refused') throw error;
    const failed = failedStateOf(error.code);
    if (failed === 'unanswered' || failed === 'superseded') return { state: failed };
    return { state: 'refused', text: failed === 'refused' ? refusalText(error.text) : error.text };
  }
}

async function overHttp(
  client: Client,
  address: Address,
  data: unknown,
  onReport: (value: Reported) => void,
): Promise<Outcome> {
  const command = await client.values.put({
    channel_id: address.channel,
    component_id: address.component,
    property_id: address.property,
    data,
    wait: WAIT_SECONDS,
  });
  const { state, reason, settled, answer = data } = await settledCommand(client, command);
  if (state === 'open') throw new AzulejoError('TimedOut', 'The write was not settled in time.');
  // No connection reports it yet, and the value must not appear unchanged.
  if (settled && (state === 'done' || state === 'answered'))
    onReport({ ...address, data: answer, timestamp: settled });
  return { state, text: state === 'refused' ? refusalText(reason) : undefined };
}
