import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions } from '@tanstack/react-query';
import { usePortal } from '../../../session/portal.ts';
import { useRefetchingChange } from '../../../ui/use-refetching-change.ts';

export const tokensQuery = (portal: Portal) =>
  queryOptions({ queryKey: ['tokens'], queryFn: () => portal.tokens.list() });

/** Runs a change of one's access tokens. */
export const useTokenChange = <Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) => useRefetchingChange(change, [tokensQuery(usePortal()).queryKey], onDone);
