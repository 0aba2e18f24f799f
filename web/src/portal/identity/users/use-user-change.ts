import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../design/notify.ts';
import { USERS } from './queries.ts';

/** Runs a change of a user and refetches queries on users. The dialog shows errors itself. */
export function useUserChange<Result>(
  change: () => Promise<Result>,
  { done, onFailed = notify.failed }: { done: string; onFailed?: typeof notify.failed | null },
) {
  const queries = useQueryClient();
  return useMutation<Result, Error, void>({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: USERS });
      notify.done(done);
    },
    ...(onFailed && { onError: onFailed }),
  });
}
