import { AzulejoError, backoffMs, type Change, type Client, type Live } from '@azulejo/sdk';

export type ConnectionState = 'connecting' | 'online' | 'offline';

export type Connection = {
  live(): Live | undefined;
  close(): void;
};

type Options = {
  client: Client;
  after: string;
  onChange: (change: Change) => void;
  onState: (state: ConnectionState) => void;
};

/**
 * Keeps a live connection open until it is closed, and reconnects immediately when the network returns or the
 * page becomes visible.
 */
export function keepConnection({ client, after, onChange, onState }: Options): Connection {
  const stopped = new AbortController();
  const { signal } = stopped;
  let live: Live | undefined;
  let cursor = after;
  let isOpening = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const reportState = (isOnline: boolean) => {
    if (!signal.aborted) onState(isOnline ? 'online' : navigator.onLine ? 'connecting' : 'offline');
  };

  async function open(): Promise<void> {
    if (isOpening || signal.aborted) return;
    isOpening = true;
    clearTimeout(timer);
    try {
      const opened = await client.live.connect({ after: cursor });
      live = opened;
      failures = 0;
      if (signal.aborted) return void opened.close();
      follow(opened, onChange, reportState);
    } catch (error) {
      failures += 1;
      if (!isSignInOver(error) && !signal.aborted) timer = setTimeout(() => void open(), backoffMs(failures));
    } finally {
      isOpening = false;
    }
  }

  /** Reconnects now: the connection's own next attempt may be half a minute away. */
  async function reopen(): Promise<void> {
    if (document.visibilityState === 'hidden' || live?.state === 'online' || isOpening) return;
    const last = live;
    live = undefined;
    await last?.close();
    cursor = last?.cursor ?? cursor;
    await open();
  }

  addEventListener('online', () => void reopen(), { signal });
  addEventListener('offline', () => reportState(false), { signal });
  document.addEventListener('visibilitychange', () => void reopen(), { signal });
  reportState(false);
  void open();
  return {
    live: () => live,
    close: () => {
      stopped.abort();
      clearTimeout(timer);
      void live?.close();
    },
  };
}

function follow(
  live: Live,
  onChange: (change: Change) => void,
  reportState: (isOnline: boolean) => void,
): void {
  live.on('change', onChange);
  live.on('state', (state) => reportState(state === 'online'));
  reportState(live.state === 'online');
}

/**
 * Returns whether the sign-in has ended. The client has discarded it then, and the sign-in page opens.
 */
export const isSignInOver = (error: unknown): boolean =>
  error instanceof AzulejoError && (error.name === 'SessionEnded' || error.name === 'NotSignedIn');
