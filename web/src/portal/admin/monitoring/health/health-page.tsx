import type { PortalCheck } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconRefresh } from '../../../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { exactTime, toTime, When } from '../../../../design/when.tsx';
import { usePortal } from '../../../session/portal.ts';
import { HealthChecks } from './health-checks.tsx';

const REFRESH_MS = 30_000;
/** How far the clocks may differ; tokens and certificates depend on the time. */
const CLOCK_TOLERANCE_MS = 60_000;

export function HealthPage() {
  const portal = usePortal();
  const found = useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => {
      const health = await portal.monitoring.health({}, { signal });
      return { ...health, difference: toTime(health.now) - Date.now() };
    },
    refetchInterval: REFRESH_MS,
  });
  const { data } = found;
  return (
    <Stack gap="lg" maw={832}>
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Health</Trans>
        </Title>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.6} />}
          loading={found.isFetching}
          onClick={() => void found.refetch()}
        >
          <Trans>Check again</Trans>
        </Button>
      </Group>
      {found.isPending && <LoadingState label={t`Running the checks`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {data && (
        <>
          <HealthChecks checks={[...data.checks, clockCheck(data)]} />
          <Text c="dimmed" size="sm">
            <Trans>
              Azulejo {data.version}, started <When at={data.started} />. Its clock says {exactTime(data.now)}
              .
            </Trans>
          </Text>
        </>
      )}
    </Stack>
  );
}

/** Compares the clocks: only another machine can notice that the platform's is wrong. */
function clockCheck({ difference }: { difference: number }): PortalCheck {
  const ahead = Math.round(Math.abs(difference) / 1000).toLocaleString();
  if (Math.abs(difference) < CLOCK_TOLERANCE_MS)
    return { check: t`Clock`, state: 'good', says: t`same as on this device` };
  return {
    check: t`Clock`,
    state: 'attention',
    says: difference > 0 ? t`${ahead} s ahead of this device` : t`${ahead} s behind this device`,
    todo: t`Synchronize the server’s clock with NTP, or check the clock of this device.`,
  };
}
