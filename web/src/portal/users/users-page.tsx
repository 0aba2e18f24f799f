import { Group, Select, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../design/states.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { SearchField, useSearchField } from '../parts/search-field.tsx';
import { usePortal } from '../session/portal.ts';
import { ApplicationSelect } from './application-select.tsx';
import { type UserFilter, usersQuery } from './queries.ts';
import { UserTable } from './user-table.tsx';

/** The list of users. `?application=` is the initial filter. */
export function UsersPage() {
  const portal = usePortal();
  const { application: named } = useSearch({ strict: false }) as { application?: string };
  const [application, setApplication] = useState<string | null>(named ?? null);
  const [state, setState] = useState<string | null>(null);
  const { search, setSearch, words } = useSearchField();
  const filter = {
    ...(words !== '' && { search: words }),
    ...(application !== null && { application_id: application }),
    ...(state !== null && { state }),
  } as UserFilter;
  const list = useInfiniteQuery(usersQuery(portal, filter));
  const users = list.data?.pages.flatMap((page) => page.users) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Stack gap="lg">
      <Title order={1}>Users</Title>
      <Group gap="sm">
        <SearchField
          label="Search users"
          placeholder="Start of an e-mail or a name"
          value={search}
          onChange={setSearch}
          maxLength={320}
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
      <PagedList
        list={list}
        label="Loading users"
        isEmpty={users.length === 0}
        found={isFiltered ? `${users.length}${list.hasNextPage ? ' or more' : ''} found` : undefined}
        nothing={<Nothing isFiltered={isFiltered} />}
      >
        <UserTable users={users} />
      </PagedList>
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
      <EmptyState title="No matching users">
        The search matches the start of e-mails and names. Try fewer letters or all applications.
      </EmptyState>
    );
  return <EmptyState title="No users yet">People appear here once they sign up with your app.</EmptyState>;
}
