import type { AutomationDefinition } from '@azulejo/contract';
import { AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { errorText } from '../../../../design/error-text.ts';
import { toTime } from '../../../../design/when.tsx';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { Count } from './count.tsx';
import { Coverage } from './coverage.tsx';
import { type Leeway, LeewayNote } from './leeway-note.tsx';
import classes from './rehearsal.module.css';
import { Strip } from './strip.tsx';
import { type LastWeekState, useLastWeek } from './use-last-week.ts';
import { countText, hasNothing } from './words.ts';

type Props = {
  /** A finished definition; it may be without a label. */
  readonly definition: AutomationDefinition;
  /** Id of the automation that the definition would replace. */
  readonly automationId?: string | undefined;
  /** Takes the leeway that is proposed for a trigger. Without it, no button is shown. */
  readonly onLeeway?: ((leeway: Leeway) => void) | undefined;
  /** Gets the number of runs, and undefined while it is not known for what the definition is now. */
  readonly onCount?: ((count: number | undefined) => void) | undefined;
};

/** Shows what a definition would have done last week: a number, and a strip of days with marks. */
export function LastWeek({ definition, automationId, onLeeway, onCount }: Props) {
  const { retry, ...state } = useLastWeek(definition, automationId);
  const { rehearsal, isWaiting, error } = state;
  const isFinal = rehearsal !== undefined && !isWaiting && error === undefined;
  const isEmpty = rehearsal !== undefined && hasNothing(rehearsal);
  const count = isFinal ? rehearsal.count : undefined;
  const reportCount = useEffectEvent(() => onCount?.(count));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is reported, even one with the same number.
  useEffect(() => {
    reportCount();
  }, [count, rehearsal]);
  return (
    <section className={classes.card} aria-label={t`Last week`} aria-busy={isWaiting}>
      <p className="visually-hidden" role="status">
        {isFinal && (isEmpty ? t`Nothing to look back on yet` : countText(rehearsal.count))}
      </p>
      <Headline state={state} isEmpty={isEmpty} />
      {error !== undefined && <Failure error={error} onRetry={retry} />}
      {rehearsal && !isEmpty && (
        <div data-is-old={!isFinal || undefined} className={classes.answer}>
          <Strip rehearsal={rehearsal} />
          <Coverage rehearsal={rehearsal} />
          {rehearsal.flapping && isFinal && <LeewayNote flapping={rehearsal.flapping} onLeeway={onLeeway} />}
        </div>
      )}
    </section>
  );
}

function Headline({ state, isEmpty }: { state: LastWeekState; isEmpty: boolean }) {
  const { rehearsal, isWaiting, error } = state;
  if (isWaiting)
    return (
      <div aria-hidden={rehearsal !== undefined}>
        <p className={classes.big} data-is-quiet>
          <Trans>Looking through last week …</Trans>
        </p>
        <Progress state={state} />
      </div>
    );
  if (error !== undefined || !rehearsal)
    return (
      <p className={classes.big}>
        <Trans>Cannot look back</Trans>
      </p>
    );
  if (isEmpty)
    return (
      <>
        <p className={classes.big}>
          <Trans>Nothing to look back on yet</Trans>
        </p>
        <p className={classes.small}>
          <Trans>
            Its devices have not reported anything yet. From tomorrow, you see what it would have done.
          </Trans>
        </p>
      </>
    );
  return (
    <p className={classes.big}>
      <Count count={rehearsal.count} />
    </p>
  );
}

function Progress({ state: { progress } }: { state: LastWeekState }) {
  const reading = usePreferences();
  if (!progress)
    return (
      <p className={classes.small}>
        <Trans>You can continue editing.</Trans>
      </p>
    );
  const day = new Intl.DateTimeFormat(reading.locale, { weekday: 'long' }).format(toTime(progress.at));
  const share = new Intl.NumberFormat(reading.locale, { style: 'percent' }).format(progress.done);
  return (
    <p className={classes.small}>
      <Trans>
        {day}, {share}. You can continue editing.
      </Trans>
    </p>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [field] = error instanceof AzulejoError ? error.fields : [];
  return (
    <div className={classes.failure}>
      <p role="alert">{field ? field.reason : errorText(error)}</p>
      <Button variant="default" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
