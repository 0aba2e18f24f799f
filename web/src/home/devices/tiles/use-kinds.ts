import type { Client } from '@azulejo/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../data/session/session.ts';
import type { Kind } from './search.ts';

const none: ReadonlyMap<string, Kind> = new Map();

/** Loads the kinds of device by template when a search begins; until then names and places are searched. */
export function useKinds(isWanted: boolean): ReadonlyMap<string, Kind> {
  const { client } = useSession();
  const { data = none } = useQuery({
    queryKey: ['kinds'],
    queryFn: () => readKinds(client),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

async function readKinds(client: Client): Promise<ReadonlyMap<string, Kind>> {
  const { elements } = await client.templates.list({ user_id: 'me' });
  return new Map(
    elements.flatMap(({ template }) =>
      template ? [[template.id, { vendor: template.vendor, kind: template.kind, name: template.name }]] : [],
    ),
  );
}
