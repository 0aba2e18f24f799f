import type { PortalCheck } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../design/states.tsx';
import { usePortal } from '../session/portal.ts';
import { Section } from '../ui/section.tsx';
import { sentence } from '../ui/sentence.ts';
import classes from './glance.module.css';

const REFRESH_MS = 30_000;

/** Shows problems found by the health checks; the health page shows all of them. */
export function Glance() {
  const portal = usePortal();
  const health = useQuery({
    queryKey: ['monitoring', 'health'],
    queryFn: ({ signal }) => portal.monitoring.health({}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Section title={t`Health`}>
      {health.isPending && <LoadingState label={t`Checking the platform’s health`} />}
      {health.isError && <ErrorState error={health.error} onRetry={() => void health.refetch()} />}
      {health.data && <Found checks={health.data.checks} />}
      <Anchor component={Link} to="/health" size="sm" fw={600} className={classes.link ?? ''}>
        <Trans>All checks</Trans>
      </Anchor>
    </Section>
  );
}

function Found({ checks }: { checks: readonly PortalCheck[] }) {
  const wanting = checks.filter(({ state }) => state !== 'good');
  if (wanting.length === 0)
    return (
      <div className={classes.line}>
        <IconCircleCheck className={classes.good} aria-hidden="true" />
        <Text>
          <Trans>All {checks.length} checks are good.</Trans>
        </Text>
      </div>
    );
  return (
    <ul className={classes.list}>
      {wanting.map(({ check, state, says }) => (
        <li key={`${check} ${says}`} className={classes.line}>
          {state === 'bad' ? (
            <IconCircleX className={classes.bad} role="img" aria-label={t`Bad`} />
          ) : (
            <IconAlertTriangle className={classes.attention} role="img" aria-label={t`Needs attention`} />
          )}
          <div>
            <Text fw={600}>{check}</Text>
            <Text size="sm" c="dimmed">
              {sentence(says)}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
