import type { PortalMakerAccount } from '@azulejo/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../design/notify.ts';
import { usePortal } from '../../session/portal.ts';
import { accountsQuery } from './queries.ts';

type Accounts = { accounts: PortalMakerAccount[] };

/** Runs a change of the accounts and shows its result on the page; the dialog shows errors. */
export function useAccountChange(managerId: string, change: () => Promise<Accounts>, done: string) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useMutation<Accounts, Error, void>({
    mutationFn: change,
    onSuccess: (accounts) => {
      queries.setQueryData(accountsQuery(portal, managerId).queryKey, accounts);
      notify.done(done);
    },
  });
}
