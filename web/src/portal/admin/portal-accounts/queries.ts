import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../design/notify.ts';
import { usePortal } from '../../session/portal.ts';
import { sessionQuery } from '../../session/session.ts';

const PEOPLE = ['people'];

export const accountsQuery = (portal: Portal) =>
  queryOptions({
    queryKey: [...PEOPLE, 'accounts'],
    queryFn: () => portal.accounts.list(),
  });

export const invitationsQuery = (portal: Portal) =>
  queryOptions({
    queryKey: [...PEOPLE, 'invitations'],
    queryFn: () => portal.invitations.list(),
  });

/** Runs a change of the portal's accounts, which may include one's own. */
export function usePeopleChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  done?: string,
) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: PEOPLE });
      await queries.invalidateQueries({ queryKey: sessionQuery(portal).queryKey });
      if (done !== undefined) notify.done(done);
    },
  });
}
