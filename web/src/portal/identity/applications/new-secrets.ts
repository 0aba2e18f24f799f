import type { QueryClient } from '@tanstack/react-query';

const keyOf = (clientId: string) => ['new-secret', clientId] as const;

/** Stores a new secret on its way to the page that shows it once. It is stored nowhere else. */
export const passNewSecret = (queries: QueryClient, clientId: string, secret: string): unknown =>
  queries.setQueryData(keyOf(clientId), secret);

export function takeNewSecret(queries: QueryClient, clientId: string): string | undefined {
  const secret = queries.getQueryData<string>(keyOf(clientId));
  queries.removeQueries({ queryKey: keyOf(clientId) });
  return secret;
}
