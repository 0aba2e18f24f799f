import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ACCOUNT } from './queries.ts';
import { needsReauthentication, useReauthenticate } from './reauthentication.tsx';

/**
 * Runs a change of the account, and loads the account again. Asks for the password first when the platform requires
 * a proof; nothing happens when the person cancels.
 */
export function useChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const ask = useReauthenticate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input): Promise<{ result: Result } | undefined> => {
      try {
        return { result: await change(input) };
      } catch (error) {
        if (!needsReauthentication(error)) throw error;
        return (await ask()) ? { result: await change(input) } : undefined;
      }
    },
    onSuccess: async (done) => {
      if (!done) return;
      onDone?.(done.result);
      await queries.invalidateQueries({ queryKey: [ACCOUNT] });
    },
  });
}
