import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

type Page = { readonly next: string | null };
type After = { after?: string };

/** Loads a list in pages: the platform returns as `next` what the request for the following page has as `after`. */
export const pagedQuery = <List extends Page>(
  queryKey: QueryKey,
  load: (page: After, options: { signal: AbortSignal }) => Promise<List>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) => load(after === undefined ? {} : { after }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (earlier) => earlier,
  });
