import type { Agent } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { IconArrowLeft, IconPencil } from '../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../design/states.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { useSession } from '../session/session.ts';
import { AutomationMenu } from './automation-menu.tsx';
import classes from './automation-page.module.css';
import { agentQuery } from './data/agents-query.ts';
import { dayText } from './day-text.ts';
import { useWording } from './editor/words/use-wording.ts';
import { goneDeviceOf } from './gone-device.ts';
import { HistorySection } from './history/history-section.tsx';
import { LinkedRun } from './history/linked-run.tsx';
import { WhyNot } from './history/why-not.tsx';
import { AgentSwitch } from './parts/agent-switch.tsx';
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
  const { agentId } = useParams({ from: '/signed-in/automations/$agentId' });
  const { run } = useSearch({ from: '/signed-in/automations/$agentId' });
  const { client } = useSession();
  const { data: agent, error, isPending, refetch } = useQuery(agentQuery(client, agentId));
  const wording = useWording();
  usePageTitle(agent?.definition.label);
  return (
    <article className={classes.page}>
      {isPending && <LoadingState />}
      {error && !agent && (
        <>
          <Back />
          <ErrorState error={error} onRetry={() => void refetch()} />
        </>
      )}
      {agent && (
        <>
          <AutomationHeader agent={agent} />
          <Troubles agent={agent} />
          <GoneDevice agent={agent} />
          <Story agent={agent} />
          <div className={classes.columns}>
            <div>
              {run !== undefined && <LinkedRun agentId={agent.id} runId={run} />}
              <section className={classes.card} aria-label={t`What it does`}>
                <p className={classes.sentence}>
                  <SentenceText agent={agent} wording={wording} />
                </p>
                <Link to="/automations/$agentId/edit" params={{ agentId }} className={classes.edit}>
                  <IconPencil size={18} aria-hidden="true" />
                  <Trans>Edit</Trans>
                </Link>
              </section>
              <HistorySection agent={agent} />
            </div>
            <div>
              <WhyNot agentId={agent.id} />
              <VersionsSection agent={agent} />
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

function AutomationHeader({ agent }: { agent: Agent }) {
  const { definition, enabled, last_run: last, next, health } = agent;
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
      <AgentSwitch agent={agent} />
      <RunNow agent={agent} />
      <AutomationMenu agent={agent} />
    </header>
  );
}

/** Offers to replace a device that no longer exists. */
function GoneDevice({ agent }: { agent: Agent }) {
  const channelId = goneDeviceOf(agent);
  return channelId === undefined ? null : <ReplaceButton channelId={channelId} />;
}
