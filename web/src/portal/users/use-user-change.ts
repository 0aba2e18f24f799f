import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../design/notify.ts';
import { USERS } from './queries.ts';

/** A change of a user, after which whatever shows users is asked for anew. */
export function useUserChange<Result>(change: () => Promise<Result>, { done }: { done: string }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: USERS });
      notify.done(done);
    },
    onError: notify.failed,
  });
}
