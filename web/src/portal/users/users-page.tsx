import { Button, Group, Select, Stack, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState, ErrorState, LoadingState } from '../../design/states.tsx';
import { ApplicationSelect } from './application-select.tsx';
import { type UserFilter, usersQuery } from './queries.ts';
import { UserTable } from './user-table.tsx';

const TYPING_MS = 200;

/** `?application=` names the one whose users are shown at first. */
export function UsersPage() {
  const { application: named } = useSearch({ strict: false }) as { application?: string };
  const [search, setSearch] = useState('');
  const [application, setApplication] = useState<string | null>(named ?? null);
  const [state, setState] = useState<string | null>(null);
  const [words] = useDebouncedValue(search.trim(), TYPING_MS);
  const filter = {
    ...(words !== '' && { search: words }),
    ...(application !== null && { application_id: application }),
    ...(state !== null && { state }),
  } as UserFilter;
  const list = useInfiniteQuery(usersQuery(filter));
  const users = list.data?.pages.flatMap((page) => page.users) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Stack gap="lg">
      <Title order={1}>Users</Title>
      <Group gap="sm">
        <TextInput
          aria-label="Search users"
          placeholder="Beginning of an e-mail or a name"
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maxLength={320}
          flex="1 1 16rem"
        />
        <ApplicationSelect value={application} onChange={setApplication} />
        <Select
          aria-label="State"
          placeholder="All states"
          data={states}
          value={state}
          onChange={setState}
          clearable
          clearButtonProps={{ 'aria-label': 'All states' }}
          flex="0 1 10rem"
        />
      </Group>
      <span className="visually-hidden" role="status">
        {isFiltered && !list.isFetching ? `${users.length}${list.hasNextPage ? ' or more' : ''} found` : ''}
      </span>
      {list.isPending && <LoadingState label="Loading users" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && users.length === 0 && <Nothing isFiltered={isFiltered} />}
      {users.length > 0 && <UserTable users={users} />}
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

const states = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Disabled' },
];

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No user fits">
        E-mails and names are found by how they begin. Try fewer letters, or all applications.
      </EmptyState>
    );
  return <EmptyState title="No users yet">People appear here once they sign up with your app.</EmptyState>;
}
