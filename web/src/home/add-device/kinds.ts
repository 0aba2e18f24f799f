import type { TemplateSummary } from '@azulejo/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';

const MINUTES = 60_000;

/** Every kind of device that can be added here, by name. */
export const kindsQuery = queryOptions({
  queryKey: ['catalogue'],
  staleTime: 5 * MINUTES,
  queryFn: async () => {
    const { elements } = await client.templates.list({ user_id: 'me', order_by: '+template.name' });
    return elements.flatMap(({ template }) => (template ? [template] : []));
  },
});

export type Wanted = { readonly text: string; readonly kind: string | null; readonly vendor: string | null };

/** Those that have every word somewhere in their name, maker, model or kind. */
export function matching(kinds: readonly TemplateSummary[], { text, kind, vendor }: Wanted) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return kinds.filter((each) => {
    const said = `${each.name} ${each.vendor} ${each.model} ${kindName(each.kind)}`.toLowerCase();
    return (
      (kind === null || each.kind === kind) &&
      (vendor === null || each.vendor === vendor) &&
      words.every((word) => said.includes(word))
    );
  });
}

/** `color-light` as `Color light`. */
export const kindName = (kind: string): string => {
  const words = kind.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
