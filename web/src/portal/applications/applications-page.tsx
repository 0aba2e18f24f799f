import { Button, Group, Select, Stack, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState, ErrorState, LoadingState } from '../../design/states.tsx';
import { useMay } from '../session.ts';
import { ApplicationTable } from './application-table.tsx';
import { type ListFilter, listQuery } from './queries.ts';
import { applicationTypes } from './types.ts';

const TYPING_MS = 200;

export function ApplicationsPage() {
  const mayChange = useMay('developer');
  const [search, setSearch] = useState('');
  const [type, setType] = useState<string | null>(null);
  const [words] = useDebouncedValue(search.trim(), TYPING_MS);
  const filter = { search: words, ...(type !== null && { type }) } as ListFilter;
  const list = useInfiniteQuery(listQuery(filter));
  const applications = list.data?.pages.flatMap((page) => page.applications) ?? [];
  const isFiltered = words !== '' || type !== null;
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>Applications</Title>
        {mayChange && <NewButton />}
      </Group>
      <Group gap="sm">
        <TextInput
          aria-label="Search applications"
          placeholder="Name, namespace or client ID"
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maxLength={200}
          flex="1 1 16rem"
        />
        <Select
          aria-label="Type"
          placeholder="All types"
          data={applicationTypes.map(({ type: value, label }) => ({ value, label }))}
          value={type}
          onChange={setType}
          clearable
          clearButtonProps={{ 'aria-label': 'All types' }}
          flex="0 1 13rem"
        />
      </Group>
      <span className="visually-hidden" role="status">
        {isFiltered && !list.isFetching ? `${total} found` : ''}
      </span>
      {list.isPending && <LoadingState label="Loading applications" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && applications.length === 0 && (
        <Nothing isFiltered={isFiltered} mayChange={mayChange} />
      )}
      {applications.length > 0 && <ApplicationTable applications={applications} />}
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
    </Stack>
  );
}

function NewButton() {
  return (
    <Button component={Link} to="/applications/new" leftSection={<IconPlus size={18} />}>
      New application
    </Button>
  );
}

function Nothing({ isFiltered, mayChange }: { isFiltered: boolean; mayChange: boolean }) {
  if (isFiltered)
    return <EmptyState title="No application fits">Try fewer letters, or all types.</EmptyState>;
  return (
    <EmptyState title="No applications yet" action={mayChange && <NewButton />}>
      An application gives your app or service a client ID, with which its users, devices and values are
      reached.
    </EmptyState>
  );
}
