import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../design/notify.ts';
import { portal } from '../session/portal.ts';
import { sessionQuery } from '../session/session.ts';

const PEOPLE = ['people'];

export const accountsQuery = queryOptions({
  queryKey: [...PEOPLE, 'accounts'],
  queryFn: () => portal.accounts.list(),
});

export const invitationsQuery = queryOptions({
  queryKey: [...PEOPLE, 'invitations'],
  queryFn: () => portal.invitations.list(),
});

/** Runs a change of the portal's accounts, which may include one's own. */
export function usePeopleChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  done?: string,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: PEOPLE });
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      if (done !== undefined) notify.done(done);
    },
  });
}
