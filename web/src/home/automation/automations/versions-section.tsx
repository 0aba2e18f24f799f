import type { Automation, AutomationVersion } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../design/error-text.ts';
import { notify } from '../../../design/notify.ts';
import { ErrorState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './automation-page.module.css';
import { versionsQuery } from './data/automations-query.ts';
import { useChangeAutomations } from './data/use-automations.ts';
import { dayText } from './day-text.ts';

/** How many earlier versions are shown before the others are asked for. */
const FEW = 5;

/** Lists the earlier versions of an automation, each of which can be restored. There are none at first. */
export function VersionsSection({ automation }: { automation: Automation }) {
  const { client } = useSession();
  const { data, error, refetch } = useQuery(versionsQuery(client, automation.id));
  const [isAll, setIsAll] = useState(false);
  const earlier = data?.elements.filter(({ version }) => version !== automation.version) ?? [];
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (earlier.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="versions">
      <h2 id="versions">
        <Trans>Earlier versions</Trans>
      </h2>
      <ul className={classes.versions}>
        {earlier.slice(0, isAll ? undefined : FEW).map((version) => (
          <VersionItem key={version.version} automation={automation} version={version} />
        ))}
      </ul>
      {!isAll && earlier.length > FEW && (
        <Button variant="subtle" className={classes.more} onClick={() => setIsAll(true)}>
          <Trans>Show all</Trans>
        </Button>
      )}
    </section>
  );
}

function VersionItem({ automation, version }: { automation: Automation; version: AutomationVersion }) {
  const { client } = useSession();
  const reading = usePreferences();
  const { version: number, created, sentence, definition } = version;
  const restore = useChangeAutomations(
    () => client.automationVersions.restore({ automation_id: automation.id, version: String(number) }),
    () => notify.done(t`Version ${{ number }} is restored.`),
  );
  return (
    <li>
      <p className={classes.made}>
        <strong>
          <Trans>Version {number}</Trans>
        </strong>{' '}
        {dayText(created, reading)}
        {definition.label !== automation.definition.label && ` · ${definition.label}`}
      </p>
      <p>{sentence}</p>
      <Button
        variant="default"
        loading={restore.isPending}
        aria-label={t`Restore version ${{ number }}`}
        onClick={() => restore.mutate(undefined)}
      >
        <Trans>Restore</Trans>
      </Button>
      <p role="alert" className={classes.refused}>
        {restore.error && errorText(restore.error)}
      </p>
    </li>
  );
}
