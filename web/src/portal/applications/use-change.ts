import type { PortalApplicationDetail } from '@azulejo/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../design/notify.ts';
import { APPLICATIONS, applicationQuery } from './queries.ts';

/** What says that it failed; null where the dialog that asked does. */
type OnFailed = ((error: unknown) => void) | null;

/** A change of an application, whose answer is what the page then shows. */
export function useChange<Input = void>(
  change: (input: Input) => Promise<PortalApplicationDetail>,
  { done, onFailed = notify.failed }: { done: string; onFailed?: OnFailed },
) {
  const queries = useQueryClient();
  return useMutation<PortalApplicationDetail, Error, Input>({
    mutationFn: change,
    onSuccess: async (application) => {
      await queries.invalidateQueries({ queryKey: APPLICATIONS });
      queries.setQueryData(applicationQuery(application.client_id).queryKey, application);
      notify.done(done);
    },
    ...(onFailed && { onError: onFailed }),
  });
}
