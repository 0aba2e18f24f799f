import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** Runs a change, then loads again what it made stale. */
export function useRefetchingChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  stale: readonly QueryKey[],
  onDone?: (result: Result) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      onDone?.(result);
      for (const queryKey of stale) await queries.invalidateQueries({ queryKey });
    },
  });
}
