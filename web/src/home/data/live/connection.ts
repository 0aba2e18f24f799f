import type { ValueList } from '@azulejo/contract';
import { AzulejoError, backoffMs, type Change, type Client, type Live } from '@azulejo/sdk';

export type ConnectionState = 'connecting' | 'online' | 'offline';

export type Connection = {
  live(): Live | undefined;
  close(): void;
};

type Options = {
  client: Client;
  after: string;
  /** The values that are being read, so that the connection does not read them as well. */
  values: Promise<ValueList['elements']>;
  onChange: (change: Change) => void;
  onState: (state: ConnectionState) => void;
};

/**
 * Keeps a live connection open until it is closed, and reconnects immediately when the network returns or the
 * page becomes visible.
 */
export function keepConnection({ client, after, values, onChange, onState }: Options): Connection {
  const stopped = new AbortController();
  const { signal } = stopped;
  let live: Live | undefined;
  let cursor = after;
  let reading: typeof values | undefined = values;
  /** Whether the network was lost since the connection was opened, which the connection may not have noticed. */
  let wasCut = false;
  const reportState = (isOnline: boolean) => {
    if (!signal.aborted) onState(isOnline ? 'online' : navigator.onLine ? 'connecting' : 'offline');
  };
  const isLive = () => live?.state === 'online' && !wasCut;
  const opener = createOpener({
    signal,
    connect: () => client.live.connect({ after: cursor, ...(reading && { values: reading }) }),
    onOpen(opened) {
      live = opened;
      reading = undefined;
      follow(opened, onChange, (isOnline) => {
        if (live !== opened) return;
        if (isOnline) wasCut = false;
        reportState(isOnline);
      });
    },
  });

  /** Reconnects now: the connection's own next attempt may be half a minute away. */
  async function reopen(): Promise<void> {
    if (document.visibilityState === 'hidden' || isLive() || opener.isOpening()) return;
    // Closing the last connection takes long when its network is gone, and is not waited for.
    void live?.close();
    cursor = live?.cursor ?? cursor;
    live = undefined;
    await opener.open();
  }

  listenToNetwork(signal, {
    onReturn: () => {
      reportState(isLive());
      void reopen();
    },
    onLoss: () => {
      wasCut = true;
      reportState(false);
    },
    onVisible: () => void reopen(),
  });
  reportState(false);
  void opener.open();
  return {
    live: () => live,
    close: () => {
      stopped.abort();
      void live?.close();
    },
  };
}

type OpenerOptions = { signal: AbortSignal; connect: () => Promise<Live>; onOpen: (live: Live) => void };

/** Opens one connection at a time, and tries again after a failure, until the signal ends it. */
function createOpener({ signal, connect, onOpen }: OpenerOptions) {
  let isOpening = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function open(): Promise<void> {
    if (isOpening || signal.aborted) return;
    isOpening = true;
    clearTimeout(timer);
    try {
      const opened = await connect();
      failures = 0;
      if (signal.aborted) return void opened.close();
      onOpen(opened);
    } catch (error) {
      failures += 1;
      if (!isSignInOver(error) && !signal.aborted) timer = setTimeout(() => void open(), backoffMs(failures));
    } finally {
      isOpening = false;
    }
  }

  signal.addEventListener('abort', () => clearTimeout(timer));
  return { open, isOpening: () => isOpening };
}

type Listeners = Record<'onReturn' | 'onLoss' | 'onVisible', () => void>;

function listenToNetwork(signal: AbortSignal, { onReturn, onLoss, onVisible }: Listeners): void {
  addEventListener('online', onReturn, { signal });
  addEventListener('offline', onLoss, { signal });
  document.addEventListener('visibilitychange', onVisible, { signal });
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
