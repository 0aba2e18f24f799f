import type { PortalApplicationDetail } from '@azulejo/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../design/notify.ts';
import { APPLICATIONS, applicationQuery } from './queries.ts';

/** A change of an application, whose answer is what the page then shows. */
export function useChange<Input>(
  change: (input: Input) => Promise<PortalApplicationDetail>,
  { done, onFailed = notify.failed }: { done: string; onFailed?: (error: unknown) => void },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (application) => {
      await queries.invalidateQueries({ queryKey: APPLICATIONS });
      queries.setQueryData(applicationQuery(application.client_id).queryKey, application);
      notify.done(done);
    },
    onError: onFailed,
  });
}
