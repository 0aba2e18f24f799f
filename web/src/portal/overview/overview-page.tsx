import type { PortalAccount } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../design/states.tsx';
import { usePortal } from '../session/portal.ts';
import { useSession } from '../session/session.ts';
import { FirstSteps } from './first-steps.tsx';
import { Glance } from './glance.tsx';
import { Numbers } from './numbers.tsx';
import { Reading } from './reading.tsx';

const REFRESH_MS = 10_000;

/** Shows the first page after the sign-in. */
export function OverviewPage() {
  const portal = usePortal();
  const { account } = useSession();
  const overview = useQuery({
    queryKey: ['applications', 'overview'],
    queryFn: ({ signal }) => portal.applications.overview({}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Stack gap="xl">
      <div>
        <Title order={1}>
          <Trans>Overview</Trans>
        </Title>
        <Text c="dimmed" mt={4}>
          {signedInText(account)}
        </Text>
      </div>
      {overview.isPending && <LoadingState label={t`Loading the overview`} />}
      {overview.isError && <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.data && (
        <>
          <Numbers overview={overview.data} />
          <FirstSteps steps={overview.data.first_steps} />
        </>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Glance />
        <Reading />
      </SimpleGrid>
    </Stack>
  );
}

function signedInText({ name, role }: Pick<PortalAccount, 'name' | 'role'>): string {
  if (role === 'owner') return t`Signed in as ${name}, an owner.`;
  return role === 'developer' ? t`Signed in as ${name}, a developer.` : t`Signed in as ${name}, a viewer.`;
}
