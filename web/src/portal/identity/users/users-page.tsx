import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Select, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { foundText } from '../../ui/found-text.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchField, useSearchField } from '../../ui/search-field.tsx';
import { ApplicationSelect } from './application-select.tsx';
import { type UserFilter, usersQuery } from './queries.ts';
import { UserTable } from './user-table.tsx';

/** Lists users. `?application=` is the initial filter. */
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
      <Title order={1}>
        <Trans>Users</Trans>
      </Title>
      <Group gap="sm">
        <SearchField
          label={t`Search users`}
          placeholder={t`Start of an e-mail or a name`}
          value={search}
          onChange={setSearch}
          maxLength={320}
        />
        <ApplicationSelect value={application} onChange={setApplication} />
        <Select
          aria-label={t`State`}
          placeholder={t`All states`}
          data={states()}
          value={state}
          onChange={setState}
          clearable
          clearButtonProps={{ 'aria-label': t`All states` }}
          flex="0 1 10rem"
        />
      </Group>
      <PagedList
        list={list}
        label={t`Loading users`}
        isEmpty={users.length === 0}
        found={isFiltered ? foundText(users.length, list.hasNextPage) : undefined}
        nothing={<Nothing isFiltered={isFiltered} />}
      >
        <UserTable users={users} />
      </PagedList>
    </Stack>
  );
}

const states = () => [
  { value: 'active', label: t`Active` },
  { value: 'inactive', label: t({ message: 'Disabled', context: 'user' }) },
];

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title={t`No matching users`}>
        <Trans>
          The search matches the start of e-mails and names. Try fewer letters or all applications.
        </Trans>
      </EmptyState>
    );
  return (
    <EmptyState title={t`No users yet`}>
      <Trans>People appear here once they sign up with your app.</Trans>
    </EmptyState>
  );
}
