import { AzulejoError, backoffMs } from '@azulejo/sdk';
import { onlineManager, QueryClient } from '@tanstack/react-query';

/**
 * Creates the query client: responses are fresh for a moment, and are refetched when a page is opened again.
 * Refused requests are not retried.
 */
export function createQueries(): QueryClient {
  // Otherwise a page that was opened offline counts as online, and would not notice the reconnection.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // By default no request is sent offline, and a page waits forever without a message.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < 2 && navigator.onLine && !(error instanceof AzulejoError && error.name === 'Refused'),
        // The default is one and two seconds, at which the pages of everybody would ask together.
        retryDelay: (failures) => backoffMs(failures + 1),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
