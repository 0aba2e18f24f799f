import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../design/icons.generated.ts';
import { EmptyState } from '../../design/states.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { SearchField, useSearchField } from '../parts/search-field.tsx';
import { usePortal } from '../session/portal.ts';
import { useMay } from '../session/session.ts';
import { ManagerTable } from './manager-table.tsx';
import { managersQuery } from './queries.ts';

/** The programs that connect the devices of makers. */
export function ManagersPage() {
  const portal = usePortal();
  const mayChange = useMay('developer');
  const { search, setSearch, words } = useSearchField();
  const list = useInfiniteQuery(managersQuery(portal, words));
  const managers = list.data?.pages.flatMap((page) => page.managers) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const isFiltered = words !== '';
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={1}>Managers</Title>
          <Text c="dimmed">
            Programs that connect the devices of a maker or another system.{' '}
            <Anchor component={Link} to="/virtual-devices" underline="always">
              Virtual devices
            </Anchor>{' '}
            need none: the platform simulates them.
          </Text>
        </div>
        {mayChange && <NewButton />}
      </Group>
      <Group>
        <SearchField
          label="Search managers"
          placeholder="Name, namespace or client ID"
          value={search}
          onChange={setSearch}
        />
      </Group>
      <PagedList
        list={list}
        label="Loading managers"
        isEmpty={managers.length === 0}
        found={isFiltered ? `${total} found` : undefined}
        nothing={<Nothing isFiltered={isFiltered} mayChange={mayChange} />}
      >
        <ManagerTable managers={managers} />
      </PagedList>
    </Stack>
  );
}

function NewButton() {
  return (
    <Button component={Link} to="/applications/new" leftSection={<IconPlus size={18} />}>
      New manager
    </Button>
  );
}

function Nothing({ isFiltered, mayChange }: { isFiltered: boolean; mayChange: boolean }) {
  if (isFiltered) return <EmptyState title="No matching managers">Try fewer letters.</EmptyState>;
  return (
    <EmptyState title="No managers yet" action={mayChange && <NewButton />}>
      Register an application of type Manager. It signs in with its client ID and secret, creates channels for
      devices, and reports their values.
    </EmptyState>
  );
}
