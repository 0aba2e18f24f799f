import type { PortalApplication } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { IconPlus } from '../../../design/icons.generated.ts';
import { EmptyState } from '../../../design/states.tsx';
import { toTime } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import classes from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchField, useSearchField } from '../../ui/search-field.tsx';
import { type ListFilter, listQuery } from './data/queries.ts';
import { applicationTypes, labelOf } from './data/types.ts';
import { HomeBadge, StateBadge } from './state-badge.tsx';

export function ApplicationsPage() {
  const portal = usePortal();
  const mayChange = useMay('developer');
  const [type, setType] = useState<string | null>(null);
  const { search, setSearch, words } = useSearchField();
  const filter = { search: words, ...(type !== null && { type }) } as ListFilter;
  const list = useInfiniteQuery(listQuery(portal, filter));
  const applications = list.data?.pages.flatMap((page) => page.applications) ?? [];
  const isFiltered = words !== '' || type !== null;
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Applications</Trans>
        </Title>
        {mayChange && <NewButton />}
      </Group>
      <Group gap="sm">
        <SearchField
          label={t`Search applications`}
          placeholder={t`Name, namespace or client ID`}
          value={search}
          onChange={setSearch}
        />
        <Select
          aria-label={t`Type`}
          placeholder={t`All types`}
          data={applicationTypes().map(({ type: value, label }) => ({ value, label }))}
          value={type}
          onChange={setType}
          clearable
          clearButtonProps={{ 'aria-label': t`All types` }}
          flex="0 1 13rem"
        />
      </Group>
      <PagedList
        list={list}
        label={t`Loading applications`}
        isEmpty={applications.length === 0}
        found={isFiltered ? t`${total} found` : undefined}
        nothing={<Nothing isFiltered={isFiltered} mayChange={mayChange} />}
      >
        <ApplicationTable applications={applications} />
      </PagedList>
    </Stack>
  );
}

function NewButton() {
  return (
    <Button component={Link} to="/applications/new" leftSection={<IconPlus size={18} />}>
      <Trans>New application</Trans>
    </Button>
  );
}

function Nothing({ isFiltered, mayChange }: { isFiltered: boolean; mayChange: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title={t`No matching applications`}>
        <Trans>Try fewer letters or all types.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState title={t`No applications yet`} action={mayChange && <NewButton />}>
      <Trans>An application gives your app or service a client ID to access users, devices and values.</Trans>
    </EmptyState>
  );
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

function ApplicationTable({ applications }: { applications: readonly PortalApplication[] }) {
  return (
    <ListTable columns={[t`Name`, t`Type`, t`Users`, t`Created`]} numbers={[t`Users`]}>
      {applications.map((application) => (
        <Row key={application.client_id} application={application} />
      ))}
    </ListTable>
  );
}

/** Returns the unit, which follows the number if there is no heading. */
const unitOf = ({ type, users }: PortalApplication) =>
  type === 'manager' ? undefined : users === 1 ? ' user' : ' users';

function Row({ application }: { application: PortalApplication }) {
  const { client_id: applicationId, name, type, namespace, state, users, created } = application;
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td>
        <Group gap="xs">
          <Link to="/applications/$applicationId" params={{ applicationId }} className={classes.name}>
            {name}
          </Link>
          {application.is_home && <HomeBadge />}
          <StateBadge state={state} />
        </Group>
        <Text size="xs" c="dimmed" className={classes.long ?? ''}>
          {namespace}
        </Text>
      </Table.Td>
      <Table.Td>{labelOf(type)}</Table.Td>
      <Table.Td
        className={classes.number ?? ''}
        data-unit={unitOf(application)}
        data-is-wide-only={type === 'manager' || undefined}
      >
        {type === 'manager' ? '–' : users.toLocaleString()}
      </Table.Td>
      <Table.Td>{day.format(toTime(created))}</Table.Td>
    </Table.Tr>
  );
}
