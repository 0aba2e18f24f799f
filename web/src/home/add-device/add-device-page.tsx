import { Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { EmptyState, ErrorState, LoadingState } from '../../design/states.tsx';
import type { AddSearch } from './add-search.ts';
import classes from './catalogue.module.css';
import { Catalogue } from './catalogue.tsx';
import { KindPage } from './kind-page.tsx';
import { kindsQuery } from './kinds.ts';

export function AddDevicePage() {
  useDocumentTitle('Add a device – Azulejo');
  const { template, found }: AddSearch = useSearch({ strict: false });
  const kinds = useQuery(kindsQuery);
  if (kinds.isPending) return <LoadingState />;
  if (kinds.isError) return <ErrorState error={kinds.error} onRetry={() => kinds.refetch()} />;
  if (template === undefined)
    return (
      <Stack gap="lg">
        <div>
          <Title order={1}>Add a device</Title>
          {kinds.data.length > 0 && <Text c="dimmed">What is it that you want in your home?</Text>}
        </div>
        <Catalogue kinds={kinds.data} />
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
        <KindPage key={kind.id} kind={kind} isBack={found === true} />
      ) : (
        <EmptyState title="There is no such kind of device here">It may no longer be offered.</EmptyState>
      )}
    </Stack>
  );
}
