import { describeOutcome } from '@azulejo/automations/words/history';
import type { Automation, AutomationRun } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { IconPlayerPlay } from '../../../design/icons.generated.ts';
import { notify } from '../../../design/notify.ts';
import { IconArrowLeft, IconPencil } from '../../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import back from '../../kit/ui/back.module.css';
import card from '../../kit/ui/card.module.css';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { AutomationMenu } from './automation-menu.tsx';
import classes from './automation-page.module.css';
import { automationQuery } from './data/automations-query.ts';
import { sentencesQuery } from './data/sentences-query.ts';
import { useChangeAutomations } from './data/use-automations.ts';
import { dayText } from './day-text.ts';
import { parentOf, valueAt } from './editor/state/path.ts';
import { useWording } from './editor/words/use-wording.ts';
import { HISTORY } from './history/history-query.ts';
import { HistorySection } from './history/history-section.tsx';
import { LinkedRun } from './history/linked-run.tsx';
import { WhyNot } from './history/why-not.tsx';
import { AutomationSwitch } from './parts/automation-switch.tsx';
import { ReplaceButton } from './replacing/replace-button.tsx';
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
              <section className={`${card.card} ${classes.main}`} aria-label={t`What it does`}>
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
    <Link to="/automations" className={back.link} aria-label={t`Back to automations`}>
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

/** The codes of problems about a device, or a part of one, that no longer exists. */
const GONE: ReadonlySet<string> = new Set(['unknown_property', 'unknown_device']);

/**
 * Returns the channel of the first device that an automation names and that no longer exists; undefined if there is
 * none.
 */
function goneDeviceOf({
  definition,
  problems,
}: Pick<Automation, 'definition' | 'problems'>): string | undefined {
  const gone = problems.find(({ code }) => GONE.has(code));
  // The path ends in the address, or in one of its members.
  for (let path = gone?.path ?? ''; path !== ''; path = parentOf(path)) {
    const channel = valueAt(definition, `${path}.channel`);
    if (typeof channel === 'string') return channel;
  }
  return undefined;
}

/** Runs an automation whatever its conditions are, and says how that went. */
function RunNow({ automation: { id, enabled } }: { automation: Automation }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const run = useChangeAutomations(async () => {
    try {
      const { outcome } = (await client.automationRuns.play({
        automation_id: id,
        language: i18n.locale,
      })) as AutomationRun;
      await queries.invalidateQueries({ queryKey: [HISTORY] });
      const { history } = await queries.ensureQueryData(sentencesQuery());
      notify.done(t`Run now: ${{ outcome: describeOutcome(outcome, history) }}`);
    } catch (error) {
      notify.failed(error);
    }
  });
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={18} aria-hidden="true" />}
      disabled={!enabled}
      loading={run.isPending}
      onClick={() => run.mutate(undefined)}
    >
      <Trans>Run now</Trans>
    </Button>
  );
}
