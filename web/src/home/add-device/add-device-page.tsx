import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { IconChevronLeft } from '../../design/icons.generated.ts';
import { EmptyState, ErrorState, LoadingState } from '../../design/states.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { useSession } from '../session/session.ts';
import type { AddSearch } from './add-search.ts';
import classes from './catalogue.module.css';
import { Catalogue } from './catalogue.tsx';
import { KindPage } from './kind-page.tsx';
import { kindsQuery } from './kinds.ts';

export function AddDevicePage() {
  usePageTitle('Add a device');
  const { template, found, added }: AddSearch = useSearch({ strict: false });
  const { client } = useSession();
  const kinds = useQuery(kindsQuery(client));
  if (template === undefined || !kinds.data)
    return (
      <Stack gap="lg">
        <Title order={1}>Add a device</Title>
        <ByCode />
        {kinds.isPending && <LoadingState />}
        {kinds.isError && !kinds.data && (
          <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />
        )}
        {kinds.data && <Catalogue kinds={kinds.data} />}
      </Stack>
    );
  const kind = kinds.data.find(({ id }) => id === template);
  return (
    <Stack gap="md" align="stretch">
      <Link to="/add" className={classes.back}>
        <IconChevronLeft size={18} aria-hidden="true" />
        All kinds of device
      </Link>
      {kind ? (
        <KindPage key={kind.id} kind={kind} isBack={found === true} added={added} />
      ) : (
        <EmptyState isPage title="Kind of device not found">
          It may no longer be offered.
        </EmptyState>
      )}
    </Stack>
  );
}

function ByCode() {
  return (
    <div className={classes.byCode}>
      <div>
        <Text fw={600}>A device with a code</Text>
        <Text size="sm" c="dimmed">
          The code is printed on the device, its box or its manual.
        </Text>
      </div>
      <Button renderRoot={(props) => <Link to="/add/code" {...props} />} size="md">
        I have a code
      </Button>
    </div>
  );
}
