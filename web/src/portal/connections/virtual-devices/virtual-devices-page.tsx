import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconPlus } from '../../../design/icons.generated.ts';
import { EmptyState } from '../../../design/states.tsx';
import { ApplicationSelect } from '../../identity/users/application-select.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { foundText } from '../../ui/found-text.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchField, useSearchField } from '../../ui/search-field.tsx';
import { DeviceTable } from './device-table.tsx';
import { NewDeviceDialog } from './new-device-dialog.tsx';
import { devicesQuery } from './queries.ts';

/** Lists the virtual devices of all homes. */
export function VirtualDevicesPage() {
  const portal = usePortal();
  const mayChange = useMay('developer');
  const [isAdding, setAdding] = useState(false);
  const [application, setApplication] = useState<string | null>(null);
  const { search, setSearch, words } = useSearchField();
  const filter = {
    ...(words !== '' && { search: words }),
    ...(application !== null && { application_id: application }),
  };
  const list = useInfiniteQuery(devicesQuery(portal, filter));
  const devices = list.data?.pages.flatMap((page) => page.devices) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  const add = mayChange && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      <Trans>New virtual device</Trans>
    </Button>
  );
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={1}>
            <Trans>Virtual devices</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>Simulated by the platform, with the same API as real devices.</Trans>
          </Text>
        </div>
        {add}
      </Group>
      <Group gap="sm">
        <SearchField
          label={t`Search virtual devices`}
          placeholder={t`Device name, or the user’s name or e-mail`}
          value={search}
          onChange={setSearch}
        />
        <ApplicationSelect value={application} onChange={setApplication} />
      </Group>
      <PagedList
        list={list}
        label={t`Loading virtual devices`}
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

function Nothing({ isFiltered, add }: { isFiltered: boolean; add: React.ReactNode }) {
  if (isFiltered)
    return (
      <EmptyState title={t`No matching virtual devices`}>
        <Trans>Try fewer letters or all applications.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState title={t`No virtual devices yet`} action={add}>
      <Trans>
        A virtual device behaves like a real device of its template: it reports, takes time to respond, and
        can simulate faults.
      </Trans>
    </EmptyState>
  );
}
