import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingState } from '../../design/states.tsx';

type Props = {
  list: UseInfiniteQueryResult<unknown>;
  /** Label of the loading state. */
  label: string;
  isEmpty: boolean;
  /** Announced to screen readers after a search. */
  found: string | undefined;
  /** Shown instead of an empty list. */
  nothing: ReactNode;
  children: ReactNode;
};

/** Shows a list with pagination ("Show more"), in all its states. */
export function PagedList({ list, label, isEmpty, found, nothing, children }: Props) {
  return (
    <>
      <span className="visually-hidden" role="status">
        {list.isFetching ? '' : found}
      </span>
      {list.isPending && <LoadingState label={label} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && isEmpty && nothing}
      {!isEmpty && children}
      {list.hasNextPage && (
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          style={{ alignSelf: 'center' }}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
