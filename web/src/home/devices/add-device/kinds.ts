import type { TemplateSummary } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { queryOptions } from '@tanstack/react-query';
import { findByWords } from '../../kit/ui/search-words.ts';

const MINUTES = 60_000;

/** Loads every kind of device that can be added here, by name. */
export const kindsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['catalogue'],
    staleTime: 5 * MINUTES,
    queryFn: async () => {
      const { elements } = await client.templates.list({ user_id: 'me', order_by: '+template.name' });
      return elements.flatMap(({ template }) => (template ? [template] : []));
    },
  });

/** Whether the platform simulates the devices of this kind. */
export const isVirtual = ({ manager_id }: TemplateSummary): boolean => manager_id === undefined;

export type Wanted = { readonly text: string; readonly kind: string | null; readonly vendor: string | null };

/** Returns the kinds with every word, or a synonym of it, in their name, maker, model or kind. */
export function matching(kinds: readonly TemplateSummary[], { text, kind, vendor }: Wanted) {
  const offered = kinds.filter(
    (each) => (kind === null || each.kind === kind) && (vendor === null || each.vendor === vendor),
  );
  return findByWords(offered, text, (each) => ({
    known: `${each.name} ${each.vendor} ${each.model} ${each.kind}`,
  }));
}
