import type { ConnectionState } from './connection.ts';
import type { HomeStateStore } from './home-state.ts';

/** A shorter interruption does not count as a loss. */
const MISSED_MS = 8_000;

/** Shows the state of the connection from `begin` on: before the home was read, it is neither live nor lost. */
export function createConnectionDisplay(state: HomeStateStore, onReturn: () => void) {
  let connected: ConnectionState | undefined;
  let hasBegun = false;
  let missed: ReturnType<typeof setTimeout> | undefined;

  function show(now: ConnectionState): void {
    const before = state.get().state;
    if (now === 'online') {
      clearTimeout(missed);
      missed = undefined;
      state.set({ state: 'live', isCached: false });
      if (before !== 'live') onReturn();
      return;
    }
    state.set({ state: now === 'offline' ? 'offline' : 'connecting' });
    // The loss began with the first state that was not online.
    if (missed !== undefined) return;
    const lostAt = new Date().toISOString();
    missed = setTimeout(() => state.set({ isCached: true, cachedSince: lostAt }), MISSED_MS);
  }

  return {
    begin: (): void => {
      hasBegun = true;
      if (connected) show(connected);
    },
    change: (now: ConnectionState): void => {
      connected = now;
      if (hasBegun) show(now);
    },
    end: (): void => clearTimeout(missed),
  };
}
