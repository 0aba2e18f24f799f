import { useQuery } from '@tanstack/react-query';
import { useSession } from './session.ts';

/** Returns the id of the signed-in person; undefined until it is known. */
export function useMe(): string | undefined {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['me'],
    queryFn: async () => (await client.token())?.owner_id ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  return data ?? undefined;
}
