import { AzulejoError } from '@azulejo/sdk';
import { onlineManager, QueryClient } from '@tanstack/react-query';

/** Answers are fresh for a moment, and asked for anew when a page is come back to. What was refused is not asked again. */
export function createQueries(): QueryClient {
  // It takes a page that was opened offline for online, and would not notice the way back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // By default nothing is sent offline, and a page waits for ever without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < 2 && navigator.onLine && !(error instanceof AzulejoError && error.name === 'Refused'),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
