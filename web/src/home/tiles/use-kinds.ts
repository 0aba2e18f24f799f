import { useQuery } from '@tanstack/react-query';
import { client } from '../client.ts';
import type { Kind } from './search.ts';

const none: ReadonlyMap<string, Kind> = new Map();

/** Kinds of device by their template, once somebody searches; names and places are searched without them. */
export function useKinds(isWanted: boolean): ReadonlyMap<string, Kind> {
  const { data = none } = useQuery({
    queryKey: ['kinds'],
    queryFn: readKinds,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

async function readKinds(): Promise<ReadonlyMap<string, Kind>> {
  const { elements } = await client.templates.list({ user_id: 'me' });
  return new Map(
    elements.flatMap(({ template }) =>
      template ? [[template.id, { vendor: template.vendor, kind: template.kind, name: template.name }]] : [],
    ),
  );
}
