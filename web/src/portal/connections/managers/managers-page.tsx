import type { PortalManager } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../../design/icons.generated.ts';
import { EmptyState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import classes from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchField, useSearchField } from '../../ui/search-field.tsx';
import { kindWords } from './labels.ts';
import { ManagerState } from './manager-state.tsx';
import { managersQuery } from './queries.ts';

/** Lists the programs that connect the devices of makers. */
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
          <Title order={1}>
            <Trans>Managers</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>
              Programs that connect the devices of a maker or another system.{' '}
              <Anchor component={Link} to="/virtual-devices" underline="always">
                Virtual devices
              </Anchor>{' '}
              need none: the platform simulates them.
            </Trans>
          </Text>
        </div>
        {mayChange && <NewButton />}
      </Group>
      <Group>
        <SearchField
          label={t`Search managers`}
          placeholder={t`Name, namespace or client ID`}
          value={search}
          onChange={setSearch}
        />
      </Group>
      <PagedList
        list={list}
        label={t`Loading managers`}
        isEmpty={managers.length === 0}
        found={isFiltered ? t`${total} found` : undefined}
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
      <Trans>New manager</Trans>
    </Button>
  );
}

function Nothing({ isFiltered, mayChange }: { isFiltered: boolean; mayChange: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title={t`No matching managers`}>
        <Trans>Try fewer letters.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState title={t`No managers yet`} action={mayChange && <NewButton />}>
      <Trans>
        Register an application of type Manager. It signs in with its client ID and secret, creates channels
        for devices, and reports their values.
      </Trans>
    </EmptyState>
  );
}

function ManagerTable({ managers }: { managers: readonly PortalManager[] }) {
  return (
    <ListTable columns={[t`Manager`, t`Kind`, t`State`, t`Templates`, t`Last seen`]} numbers={[t`Templates`]}>
      {managers.map((manager) => (
        <Row key={manager.client_id} manager={manager} />
      ))}
    </ListTable>
  );
}

function Row({ manager }: { manager: PortalManager }) {
  const { client_id: managerId, name, namespace, kind, template_count: templates, last_seen: seen } = manager;
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td>
        <Link to="/managers/$managerId" params={{ managerId }} className={classes.name}>
          {name}
        </Link>
        <Text size="xs" c="dimmed" className={classes.long ?? ''}>
          {namespace}
        </Text>
      </Table.Td>
      <Table.Td>{kindWords()[kind].label}</Table.Td>
      <Table.Td>
        <ManagerState manager={manager} />
      </Table.Td>
      <Table.Td className={classes.number ?? ''} data-unit={templates === 1 ? ' template' : ' templates'}>
        {templates.toLocaleString()}
      </Table.Td>
      <Table.Td data-label={t`Seen`}>{seen === null ? 'never' : <When at={seen} />}</Table.Td>
    </Table.Tr>
  );
}
