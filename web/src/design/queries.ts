import { AzulejoError } from '@azulejo/sdk';
import { QueryClient } from '@tanstack/react-query';

/** Answers are fresh for a moment, and asked for anew when a page is come back to. What was refused is not asked again. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) =>
          failures < 2 && !(error instanceof AzulejoError && error.name === 'Refused'),
      },
    },
  });
}
