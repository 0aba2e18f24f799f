import type { ChannelTemplate } from '@azulejo/contract';
import type { Portal } from '@azulejo/sdk/portal';
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';

/** Query key of all queries on templates, which are refetched when one changes. */
const TEMPLATES = ['templates'] as const;

export const listQuery = (portal: Portal) =>
  queryOptions({
    queryKey: [...TEMPLATES, 'list'],
    queryFn: ({ signal }) => portal.templates.list({}, { signal }),
  });

export const vocabularyQuery = (portal: Portal) =>
  queryOptions({
    queryKey: ['template-vocabulary'],
    queryFn: ({ signal }) => portal.templates.vocabulary({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads the newest version unless another is named. */
export const templateQuery = (portal: Portal, id: string, version?: number) =>
  queryOptions({
    queryKey: [...TEMPLATES, 'one', id, version ?? 'newest'],
    queryFn: ({ signal }) =>
      portal.templates.get({ template_id: id, ...(version !== undefined && { version }) }, { signal }),
  });

export const versionsQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...TEMPLATES, 'versions', id],
    queryFn: ({ signal }) => portal.templates.versions({ template_id: id }, { signal }),
  });

export const planQuery = (portal: Portal, id: string, from: number) =>
  queryOptions({
    queryKey: [...TEMPLATES, 'plan', id, from],
    queryFn: ({ signal }) => portal.templates.planMove({ template_id: id, from_version: from }, { signal }),
    staleTime: 0,
  });

export const forgetTemplates = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: TEMPLATES });

const IMPORTED = ['imported-template'] as const;

export type Imported = {
  readonly fileName: string;
  readonly template: ChannelTemplate;
  /** Paths of the members that the file left out. */
  readonly completed: readonly string[];
};

/** Stores a file that was chosen on one page and is edited on the next. */
export const keepImported = (queries: QueryClient, imported: Imported): unknown =>
  queries.setQueryData(IMPORTED, imported);

export const importedTemplate = (queries: QueryClient): Imported | undefined =>
  queries.getQueryData(IMPORTED);

export const forgetImported = (queries: QueryClient): void => queries.removeQueries({ queryKey: IMPORTED });
