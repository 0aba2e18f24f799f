import { describeStepOutcome } from '@azulejo/automations/words/history';
import type { AutomationStepRecord } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { toTime } from '../../../../design/when.tsx';
import { useSession } from '../../../data/session/session.ts';
import { formatTime, usePreferences } from '../../../person/preferences/use-preferences.ts';
import { sentencesQuery } from '../data/sentences-query.ts';
import { Verdicts } from '../parts/verdicts.tsx';
import { runQuery } from './history-query.ts';

/** Shows what started a run, what its conditions were, and what became of each step. */
export function RunDetails({ automationId, runId }: { automationId: string; runId: string }) {
  const { client } = useSession();
  const { data, error, refetch } = useQuery(runQuery(client, automationId, runId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const { because, conditions, steps = [] } = data;
  return (
    <dl>
      <dt>
        <Trans>Why</Trans>
      </dt>
      <dd>{because}</dd>
      {conditions.length > 0 && (
        <>
          <dt>
            <Trans>Only if</Trans>
          </dt>
          <dd>
            <Verdicts conditions={conditions} />
          </dd>
        </>
      )}
      <dt>
        <Trans>Then</Trans>
      </dt>
      <dd>
        <ol>
          {steps.map((step) => (
            <Step key={`${step.step} ${step.at} ${JSON.stringify(step.property)}`} step={step} />
          ))}
        </ol>
      </dd>
    </dl>
  );
}

/** A step that did what it should says only when. */
const PLAIN = new Set<AutomationStepRecord['outcome']>(['done']);

function Step({ step: { text, at, sent, outcome, reason } }: { step: AutomationStepRecord }) {
  const reading = usePreferences();
  const { data: words } = useQuery(sentencesQuery());
  return (
    <li data-outcome={outcome}>
      {text}{' '}
      <small>
        {formatTime(toTime(sent ?? at), reading)}
        {sent !== undefined && words && ` · ${describeStepOutcome('late', words.history)}`}
        {!PLAIN.has(outcome) && words && ` · ${describeStepOutcome(outcome, words.history)}`}
        {reason !== undefined && ` · ${reason}`}
      </small>
    </li>
  );
}
