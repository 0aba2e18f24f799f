import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, ErrorState, LoadingState } from '../../design/states.tsx';
import { useMay } from '../session.ts';
import { ApplicationSelect } from '../users/application-select.tsx';
import { DeviceTable } from './device-table.tsx';
import { NewDeviceDialog } from './new-device-dialog.tsx';
import { devicesQuery } from './queries.ts';

const TYPING_MS = 200;

/** Devices that the platform plays, in whosever home they are. */
export function VirtualDevicesPage() {
  const mayChange = useMay('developer');
  const [isAdding, setAdding] = useState(false);
  const [search, setSearch] = useState('');
  const [application, setApplication] = useState<string | null>(null);
  const [words] = useDebouncedValue(search.trim(), TYPING_MS);
  const filter = {
    ...(words !== '' && { search: words }),
    ...(application !== null && { application_id: application }),
  };
  const list = useInfiniteQuery(devicesQuery(filter));
  const devices = list.data?.pages.flatMap((page) => page.devices) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  const add = mayChange && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      New virtual device
    </Button>
  );
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={1}>Virtual devices</Title>
          <Text c="dimmed">Played by the platform, behind the same API as real ones.</Text>
        </div>
        {add}
      </Group>
      <Group gap="sm">
        <TextInput
          aria-label="Search virtual devices"
          placeholder="Name of the device, or name or e-mail of the user"
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maxLength={200}
          flex="1 1 16rem"
        />
        <ApplicationSelect value={application} onChange={setApplication} />
      </Group>
      <span className="visually-hidden" role="status">
        {isFiltered && !list.isFetching ? `${devices.length}${list.hasNextPage ? ' or more' : ''} found` : ''}
      </span>
      {list.isPending && <LoadingState label="Loading virtual devices" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && devices.length === 0 && <Nothing isFiltered={isFiltered} add={add} />}
      {devices.length > 0 && <DeviceTable devices={devices} />}
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
      <NewDeviceDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </Stack>
  );
}

function Nothing({ isFiltered, add }: { isFiltered: boolean; add: React.ReactNode }) {
  if (isFiltered)
    return <EmptyState title="No virtual device fits">Try fewer letters, or all applications.</EmptyState>;
  return (
    <EmptyState title="No virtual devices yet" action={add}>
      A virtual device behaves as a real one of its template does: it reports, takes its time, and goes wrong
      when you want it to.
    </EmptyState>
  );
}
