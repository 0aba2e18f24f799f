import { AzulejoError } from '@azulejo/sdk';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { portal } from './portal.ts';

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: () =>
    portal.session.get().catch((error: unknown) => {
      if (error instanceof AzulejoError && error.status === 401) return null;
      throw error;
    }),
});

/** For pages behind the sign-in. */
export function useSession() {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('A page behind the sign-in is shown without a session.');
  return data;
}

const ranks = { viewer: 0, developer: 1, owner: 2 };

/** Whether the account may do what asks for `role`. What it may not is not offered; the platform refuses it anyway. */
export function useMay(role: keyof typeof ranks): boolean {
  return ranks[useSession().account.role] >= ranks[role];
}
