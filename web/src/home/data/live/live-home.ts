import type { Client } from '@azulejo/sdk';
import { createContext } from 'react';
import { useRequired } from '../../../design/use-required.ts';
import { askGuard } from '../../tablet/wall-tablet/ask-guard.ts';
import type { Offline } from '../offline/offline.ts';
import { beginHomeSession, type HomeSession } from './home-session.ts';
import { createHomeState, type Snapshot } from './home-state.ts';
import { createLocalHome } from './local-home.ts';
import { sendWrite } from './send.ts';
import { createTicks } from './ticks.ts';
import { createValues } from './values.ts';
import { createWrites } from './writes.ts';

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
