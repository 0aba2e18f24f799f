import type { PortalDevice } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Checkbox, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { IconPlus } from '../../../design/icons.generated.ts';
import { EmptyState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { ApplicationSelect } from '../../identity/users/application-select.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { foundText } from '../../ui/found-text.ts';
import classes from '../../ui/list-table.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchField, useSearchField } from '../../ui/search-field.tsx';
import { DeviceState } from './device-state.tsx';
import { NewDeviceDialog } from './new-device-dialog.tsx';
import { devicesQuery } from './queries.ts';

/** Lists the devices with their own credentials, whether or not they have a home yet. */
export function DevicesPage() {
  const portal = usePortal();
  const mayChange = useMay('developer');
  const [isAdding, setAdding] = useState(false);
  const [application, setApplication] = useState<string | null>(null);
  const [isUnclaimed, setUnclaimed] = useState(false);
  const { search, setSearch, words } = useSearchField();
  const filter = {
    ...(words !== '' && { search: words }),
    ...(application !== null && { application_id: application }),
    ...(isUnclaimed && { claim: 'open' as const }),
  };
  const list = useInfiniteQuery(devicesQuery(portal, filter));
  const devices = list.data?.pages.flatMap((page) => page.devices) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  const add = mayChange && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      <Trans>New device</Trans>
    </Button>
  );
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Heading />
        {add}
      </Group>
      <Group gap="sm">
        <SearchField
          label={t`Search devices`}
          placeholder={t`Name or ID, or the user’s name or e-mail`}
          value={search}
          onChange={setSearch}
        />
        <ApplicationSelect value={application} onChange={setApplication} />
        <Checkbox
          label={t`Waiting to be claimed`}
          checked={isUnclaimed}
          onChange={({ currentTarget }) => setUnclaimed(currentTarget.checked)}
        />
      </Group>
      <PagedList
        list={list}
        label={t`Loading devices`}
        isEmpty={devices.length === 0}
        found={isFiltered ? foundText(devices.length, list.hasNextPage) : undefined}
        nothing={<Nothing isFiltered={isFiltered} add={add} />}
      >
        <DeviceTable devices={devices} />
      </PagedList>
      <NewDeviceDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </Stack>
  );
}

function Heading() {
  return (
    <div>
      <Title order={1}>
        <Trans>Devices</Trans>
      </Title>
      <Text c="dimmed">
        <Trans>
          Real devices, which connect over MQTT with credentials of their own.{' '}
          <Anchor
            underline="always"
            renderRoot={(props) => <Link to="/devices/supported" search={{}} {...props} />}
          >
            Is a device supported?
          </Anchor>
        </Trans>
      </Text>
    </div>
  );
}

function Nothing({ isFiltered, add }: { isFiltered: boolean; add: React.ReactNode }) {
  if (isFiltered)
    return (
      <EmptyState title={t`No matching devices`}>
        <Trans>Try fewer letters or all applications.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState title={t`No devices yet`} action={add}>
      <Trans>
        A device connects with its client ID and secret. Create one for a user, or one with a claim code,
        which its owner types in Home.
      </Trans>
    </EmptyState>
  );
}

function DeviceTable({ devices }: { devices: readonly PortalDevice[] }) {
  return (
    <ListTable columns={[t`Device`, t`In the home of`, t`State`, t`Created`]}>
      {devices.map((device) => (
        <Row key={device.client_id} device={device} />
      ))}
    </ListTable>
  );
}

function Row({ device }: { device: PortalDevice }) {
  const { client_id: deviceId, name, template, user, application, created } = device;
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td>
        <Link to="/devices/$deviceId" params={{ deviceId }} className={classes.name}>
          {name}
        </Link>
        <Text size="xs" c="dimmed">
          {template ? `${template.vendor} ${template.model}` : t`No channel yet`}
        </Text>
      </Table.Td>
      <Table.Td {...(!user && { 'data-is-wide-only': true })}>
        {user ? (
          user.email
        ) : (
          <Text size="sm" c="dimmed">
            <Trans>No one</Trans>
          </Text>
        )}
        {application && (
          <Text size="xs" c="dimmed">
            {application.name}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <DeviceState device={device} />
      </Table.Td>
      <Table.Td data-label={t`Created`}>
        <When at={created} />
      </Table.Td>
    </Table.Tr>
  );
}
