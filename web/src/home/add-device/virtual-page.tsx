import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, LoadingState } from '../../design/states.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { useSession } from '../session/session.ts';
import { BackLink } from './back-link.tsx';
import { Catalogue } from './catalogue.tsx';
import { isVirtual, kindsQuery } from './kinds.ts';

/** The kinds of virtual devices that people can try. */
export function VirtualPage() {
  usePageTitle('Try a virtual device');
  const { client } = useSession();
  const kinds = useQuery(kindsQuery(client));
  const virtual = kinds.data?.filter(isVirtual);
  return (
    <Stack gap="md">
      <BackLink to="/add">Add a device</BackLink>
      <div>
        <Title order={1}>Try a virtual device</Title>
        <Text c="dimmed">It behaves like a real one but controls nothing.</Text>
      </div>
      {kinds.isPending && <LoadingState />}
      {kinds.isError && !virtual && <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />}
      {virtual && (virtual.length > 0 ? <Catalogue kinds={virtual} /> : <Closed />)}
    </Stack>
  );
}

/** Shown when the operator does not offer virtual devices. */
function Closed() {
  return (
    <EmptyState title="No virtual devices">
      The person who runs this platform can let people try virtual devices. They are turned off now.
    </EmptyState>
  );
}
