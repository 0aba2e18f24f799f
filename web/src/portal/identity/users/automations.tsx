import type { PortalUserAutomation, PortalUserDetails } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { Section } from '../../ui/section.tsx';
import { automationsQuery } from './queries.ts';
import classes from './rows.module.css';

const healths = () =>
  ({
    fine: { text: t`Runs`, color: 'azul' },
    off: { text: t`Off`, color: 'gray' },
    invalid: { text: t`Cannot run`, color: 'red' },
    incomplete: { text: t`Runs in part`, color: 'ocre' },
    stopped: { text: t`Stopped by the platform`, color: 'red' },
    failing: { text: t`Last run failed`, color: 'ocre' },
  }) as const;

/** Lists the automations of the user: whether they run, and what is wrong with them. */
export function Automations({ user }: { user: PortalUserDetails }) {
  const portal = usePortal();
  const found = useQuery(automationsQuery(portal, user.id, i18n.locale));
  return (
    <Section title={t`Automations`} text={t`Whether they run. What they do is only shown to the user.`}>
      {found.isPending && <LoadingState label={t`Loading automations`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.automations.length === 0 && (
        <Text c="dimmed">
          <Trans>No automations.</Trans>
        </Text>
      )}
      {found.data && found.data.automations.length > 0 && (
        <ul className={classes.list}>
          {found.data.automations.map((automation) => (
            <Automation key={automation.id} automation={automation} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Automation({
  automation: { name, health, problems, stopped, last_run: lastRun },
}: {
  automation: PortalUserAutomation;
}) {
  const { text, color } = healths()[health];
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550} className={classes.name ?? ''}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {lastRun === null ? (
            <Trans>Has not run yet</Trans>
          ) : (
            <Trans>
              Last run <When at={lastRun} />
            </Trans>
          )}
        </Text>
        {stopped && (
          <Text size="sm" c="var(--azulejo-bad)">
            <Trans>
              It ran too often and was switched off <When at={stopped.at} />. The audit log has the chain.
            </Trans>
          </Text>
        )}
        {problems.map((problem) => (
          <Text key={problem} size="sm" c="var(--azulejo-bad)">
            {problem}
          </Text>
        ))}
      </div>
      <Badge variant="light" color={color}>
        {text}
      </Badge>
    </li>
  );
}
