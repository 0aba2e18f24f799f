import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { usePortal } from '../session/portal.ts';
import { sessionQuery } from '../session/session.ts';

export const securityQuery = (portal: Portal) =>
  queryOptions({ queryKey: ['security'], queryFn: () => portal.security.get() });

/** Runs a change of one's own account. */
export function useSecurityChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      onDone?.(result);
      await queries.invalidateQueries({ queryKey: securityQuery(portal).queryKey });
      await queries.invalidateQueries({ queryKey: sessionQuery(portal).queryKey });
    },
  });
}
