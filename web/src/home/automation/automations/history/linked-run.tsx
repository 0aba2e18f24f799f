import { describeOutcome } from '@azulejo/automations/words/history';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { toTime } from '../../../../design/when.tsx';
import { useSession } from '../../../data/session/session.ts';
import { formatDateTime, usePreferences } from '../../../person/preferences/use-preferences.ts';
import { sentencesQuery } from '../data/sentences-query.ts';
import classes from './history.module.css';
import { runQuery } from './history-query.ts';
import { RunDetails } from './run-details.tsx';

type Props = { automationId: string; runId: string };

/** Shows the run that a link named: when it began, how it ended, and why. */
export function LinkedRun({ automationId, runId }: Props) {
  const { client } = useSession();
  const reading = usePreferences();
  const { data: run, error, refetch } = useQuery(runQuery(client, automationId, runId));
  const { data: words } = useQuery(sentencesQuery());
  if (error && !run) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!run) return <LoadingState />;
  return (
    <section className={classes.linked} aria-labelledby="linked-run">
      <h2 id="linked-run">
        <Trans>Run of {formatDateTime(toTime(run.began), reading)}</Trans>
      </h2>
      <div className={classes.details}>
        <p>
          {run.outcome === 'done' ? <Trans>Ran</Trans> : words && describeOutcome(run.outcome, words.history)}
        </p>
        <RunDetails automationId={automationId} runId={run.id} />
      </div>
    </section>
  );
}
