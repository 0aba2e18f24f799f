import type { SupportedModel, SupportedModelDetail } from '@azulejo/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** Where models come from: the operations of the SDK. */
export type ModelSource = {
  search(input: {
    search?: string;
    page_start_index?: number;
    page_size?: number;
  }): PromiseLike<{ models: SupportedModel[]; size: number }>;
  get(input: { template_id: string }): PromiseLike<SupportedModelDetail>;
};

const PAGE_SIZE = 24;
const HOUR_MS = 3_600_000;

/** Loads the models whose names have all the words, a page at a time. */
export const modelsQuery = (source: ModelSource, text: string) =>
  infiniteQueryOptions({
    queryKey: ['models', text],
    staleTime: HOUR_MS,
    queryFn: async ({ pageParam }) =>
      source.search({ search: text, page_start_index: pageParam, page_size: PAGE_SIZE }),
    initialPageParam: 0,
    getNextPageParam: ({ models, size }, _pages, start) =>
      models.length > 0 && start + models.length < size ? start + models.length : undefined,
  });

export const modelQuery = (source: ModelSource, id: string) =>
  queryOptions({
    queryKey: ['model', id],
    staleTime: HOUR_MS,
    queryFn: async () => source.get({ template_id: id }),
  });
