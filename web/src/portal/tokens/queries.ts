import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { portal } from '../session/portal.ts';

export const tokensQuery = queryOptions({ queryKey: ['tokens'], queryFn: () => portal.tokens.list() });

/** Runs a change of one's access tokens. */
export function useTokenChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      onDone?.(result);
      await queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
}
