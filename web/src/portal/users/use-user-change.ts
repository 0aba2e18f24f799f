import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../design/notify.ts';
import { USERS } from './queries.ts';

/** A change of a user, after which whatever shows users is asked for anew. The dialog that asked says itself what failed. */
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
