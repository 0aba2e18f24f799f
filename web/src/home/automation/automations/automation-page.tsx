import type { Automation } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { IconArrowLeft, IconPencil } from '../../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { AutomationMenu } from './automation-menu.tsx';
import classes from './automation-page.module.css';
import { automationQuery } from './data/automations-query.ts';
import { dayText } from './day-text.ts';
import { useWording } from './editor/words/use-wording.ts';
import { goneDeviceOf } from './gone-device.ts';
import { HistorySection } from './history/history-section.tsx';
import { LinkedRun } from './history/linked-run.tsx';
import { WhyNot } from './history/why-not.tsx';
import { AutomationSwitch } from './parts/automation-switch.tsx';
import { ReplaceButton } from './replacing/replace-button.tsx';
import { RunNow } from './run-now.tsx';
import { SentenceText } from './sentence-text.tsx';
import { Story } from './story.tsx';
import { Troubles } from './troubles.tsx';
import { VersionsSection } from './versions-section.tsx';

/**
 * Shows one automation: what it does, what is wrong with it, what it did and did not do and why, and its
 * versions.
 */
export function AutomationPage() {
  const { automationId } = useParams({ from: '/signed-in/automations/$automationId' });
  const { run } = useSearch({ from: '/signed-in/automations/$automationId' });
  const { client } = useSession();
  const { data: automation, error, isPending, refetch } = useQuery(automationQuery(client, automationId));
  const wording = useWording();
  usePageTitle(automation?.definition.label);
  return (
    <article className={classes.page}>
      {isPending && <LoadingState />}
      {error && !automation && (
        <>
          <Back />
          <ErrorState error={error} onRetry={() => void refetch()} />
        </>
      )}
      {automation && (
        <>
          <AutomationHeader automation={automation} />
          <Troubles automation={automation} />
          <GoneDevice automation={automation} />
          <Story automation={automation} />
          <div className={classes.columns}>
            <div>
              {run !== undefined && <LinkedRun automationId={automation.id} runId={run} />}
              <section className={classes.card} aria-label={t`What it does`}>
                <p className={classes.sentence}>
                  <SentenceText automation={automation} wording={wording} />
                </p>
                <Link to="/automations/$automationId/edit" params={{ automationId }} className={classes.edit}>
                  <IconPencil size={18} aria-hidden="true" />
                  <Trans>Edit</Trans>
                </Link>
              </section>
              <HistorySection automation={automation} />
            </div>
            <div>
              <WhyNot automationId={automation.id} />
              <VersionsSection automation={automation} />
            </div>
          </div>
        </>
      )}
    </article>
  );
}

function Back() {
  return (
    <Link to="/automations" className={classes.back} aria-label={t`Back to automations`}>
      <IconArrowLeft size={22} aria-hidden="true" />
    </Link>
  );
}

function AutomationHeader({ automation }: { automation: Automation }) {
  const { definition, enabled, last_run: last, next, health } = automation;
  const reading = usePreferences();
  return (
    <header className={classes.header}>
      <Back />
      <div className={classes.title}>
        <h1>{definition.label}</h1>
        <p>
          <span>
            {last ? <Trans>Last run: {dayText(last, reading)}</Trans> : <Trans>It has not run yet</Trans>}
          </span>
          {next && enabled && health !== 'invalid' && (
            <span>
              <Trans>Next run: {dayText(next, reading)}</Trans>
            </span>
          )}
        </p>
      </div>
      <AutomationSwitch automation={automation} />
      <RunNow automation={automation} />
      <AutomationMenu automation={automation} />
    </header>
  );
}

/** Offers to replace a device that no longer exists. */
function GoneDevice({ automation }: { automation: Automation }) {
  const channelId = goneDeviceOf(automation);
  return channelId === undefined ? null : <ReplaceButton channelId={channelId} />;
}
