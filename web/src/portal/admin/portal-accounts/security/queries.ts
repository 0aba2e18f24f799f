import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions } from '@tanstack/react-query';
import { usePortal } from '../../../session/portal.ts';
import { sessionQuery } from '../../../session/session.ts';
import { useRefetchingChange } from '../../../ui/use-refetching-change.ts';

export const securityQuery = (portal: Portal) =>
  queryOptions({ queryKey: ['security'], queryFn: () => portal.security.get() });

export const passkeysQuery = (portal: Portal) =>
  queryOptions({ queryKey: ['security', 'passkeys'], queryFn: () => portal.security.passkeys() });

/** Runs a change of one's own account. */
export function useSecurityChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const portal = usePortal();
  const stale = [securityQuery(portal).queryKey, sessionQuery(portal).queryKey];
  return useRefetchingChange(change, stale, onDone);
}
