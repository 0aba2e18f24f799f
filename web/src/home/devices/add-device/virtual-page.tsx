import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { BackLink } from './back-link.tsx';
import { Catalogue } from './catalogue.tsx';
import { isVirtual, kindsQuery } from './kinds.ts';

/** Lists the kinds of virtual devices that people can try. */
export function VirtualPage() {
  usePageTitle(t`Try a virtual device`);
  const { client } = useSession();
  const kinds = useQuery(kindsQuery(client));
  const virtual = kinds.data?.filter(isVirtual);
  return (
    <Stack gap="md">
      <BackLink to="/add">
        <Trans>Add a device</Trans>
      </BackLink>
      <div>
        <Title order={1}>
          <Trans>Try a virtual device</Trans>
        </Title>
        <Text c="dimmed">
          <Trans>It behaves like a real one but controls nothing.</Trans>
        </Text>
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
    <EmptyState title={t`No virtual devices`}>
      <Trans>
        The person who runs this platform can let people try virtual devices. They are turned off now.
      </Trans>
    </EmptyState>
  );
}
