import { errorCodes } from '@azulejo/model';
import { createPortal, type Portal, type PortalOptions } from '@azulejo/sdk/portal';
import { createContext } from 'react';
import { useRequired } from '../../design/use-required.ts';

/** `X-Error` of a request without a valid session. */
const SESSION_REQUIRED = String(errorCodes.sessionRequired);

/** Says how the pages reach the platform. */
export type Network = {
  readonly fetch: NonNullable<PortalOptions['fetch']>;
  /** Opens a stream of server-sent events. */
  readonly openEvents: (path: string) => EventSource;
};

/** Holds what every page of the portal needs to act for the account that is signed in. */
export type PortalConnection = {
  /** The only client of the page. The session itself is in a cookie. */
  readonly portal: Portal;
  readonly openEvents: Network['openEvents'];
  /** Fetches what is public, which the client of the portal does not have. */
  readonly fetch: Network['fetch'];
  /**
   * Calls the listener when the platform says that the session has ended; returns a function that removes it.
   */
  readonly whenSessionEnds: (listener: () => void) => () => void;
};

/** Uses the network of the browser. */
export const browserNetwork: Network = {
  fetch: (input, init) => fetch(input, init),
  openEvents: (path) => new EventSource(path),
};

export function createPortalConnection({ fetch, openEvents }: Network): PortalConnection {
  const listeners = new Set<() => void>();
  const portal = createPortal({
    url: window.location.origin,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.headers.get('x-error') === SESSION_REQUIRED) for (const listener of listeners) listener();
      return response;
    },
  });
  return {
    portal,
    openEvents,
    fetch,
    whenSessionEnds: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const PortalContext = createContext<PortalConnection | undefined>(undefined);

export const usePortalConnection = (): PortalConnection => useRequired(PortalContext, 'PortalContext');

/** Returns the client of the portal's API. */
export const usePortal = (): Portal => usePortalConnection().portal;
