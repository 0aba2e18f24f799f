import type { PortalApplicationDetail } from '@azulejo/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../../design/notify.ts';
import { usePortal } from '../../../session/portal.ts';
import { APPLICATIONS, applicationQuery } from './queries.ts';

/** Reports the error; null if the dialog shows it itself. */
type OnFailed = ((error: unknown) => void) | null;

/** Runs a change of an application and shows its result on the page. */
export function useChange<Input = void>(
  change: (input: Input) => Promise<PortalApplicationDetail>,
  { done, onFailed = notify.failed }: { done: string; onFailed?: OnFailed },
) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useMutation<PortalApplicationDetail, Error, Input>({
    mutationFn: change,
    onSuccess: async (application) => {
      await queries.invalidateQueries({ queryKey: APPLICATIONS });
      queries.setQueryData(applicationQuery(portal, application.client_id).queryKey, application);
      notify.done(done);
    },
    ...(onFailed && { onError: onFailed }),
  });
}
