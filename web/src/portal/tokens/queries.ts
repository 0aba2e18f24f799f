import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { usePortal } from '../session/portal.ts';

export const tokensQuery = (portal: Portal) =>
  queryOptions({ queryKey: ['tokens'], queryFn: () => portal.tokens.list() });

/** Runs a change of one's access tokens. */
export function useTokenChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      onDone?.(result);
      await queries.invalidateQueries({ queryKey: tokensQuery(portal).queryKey });
    },
  });
}
