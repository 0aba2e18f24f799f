import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingState } from '../../design/states.tsx';

type Props = {
  list: UseInfiniteQueryResult<unknown>;
  /** Said while it loads. */
  label: string;
  isEmpty: boolean;
  /** Said to screen readers where it was sought. */
  found: string | undefined;
  /** In place of a list without anything. */
  nothing: ReactNode;
  children: ReactNode;
};

/** A list that comes in pages, in each of its states. */
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
          Show more
        </Button>
      )}
    </>
  );
}
