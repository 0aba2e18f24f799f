import type { AutomationDefinition, Rehearsal, RehearsalProgress } from '@azulejo/contract';
import { AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { errorText } from '../../../../design/error-text.ts';
import { toTime } from '../../../../design/when.tsx';
import { useSession } from '../../../data/session/session.ts';
import { formatDateTime } from '../../../kit/formats/format-time.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { Count } from './count.tsx';
import { countText, hasNothing } from './formatter.ts';
import classes from './rehearsal.module.css';
import { pause, rehearse } from './rehearse.ts';
import { Strip } from './strip.tsx';

type Props = {
  /** A finished definition; it may be without a label. */
  readonly definition: AutomationDefinition;
  /** Id of the automation that the definition would replace. */
  readonly automationId?: string;
  /** Takes the leeway that is proposed for a trigger. Without it, no button is shown. */
  readonly onLeeway?: (leeway: Leeway) => void;
  /** Gets the number of runs, and undefined while it is not known for what the definition is now. */
  readonly onCount?: (count: number | undefined) => void;
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

const MAX_GAPS = 3;
/** The log begins within an hour of the seven days. */
const WEEK_MS = 7 * 86_400_000 - 3_600_000;

/** Says in words what the rehearsal could not know. */
function Coverage({ rehearsal: { coverage, timezone } }: { rehearsal: Rehearsal }) {
  const reading = usePreferences();
  const { from, to, gaps, is_truncated: isTruncated, left_out: leftOut } = coverage;
  const timeOf = (timestamp: string) => formatDateTime(toTime(timestamp), { ...reading, timeZone: timezone });
  const isShort = isTruncated || toTime(to) - toTime(from) < WEEK_MS;
  const more = gaps.length - MAX_GAPS;
  return (
    <div className={classes.small}>
      {isShort && (
        <p>
          <Trans>
            Looked at what happened from {timeOf(from)} to {timeOf(to)}.
          </Trans>
        </p>
      )}
      {gaps.slice(0, MAX_GAPS).map((gap) => (
        <p key={gap.from}>
          <Trans>
            No record from {timeOf(gap.from)} to {timeOf(gap.to)}
          </Trans>
        </p>
      ))}
      {more > 0 && (
        <p>
          <Plural value={more} one="# more time without a record" other="# more times without a record" />
        </p>
      )}
      {leftOut > 0 && (
        <p>
          <Trans>Effects of its own actions are left out.</Trans>
        </p>
      )}
    </div>
  );
}

type Leeway = {
  /** Path of the trigger in the definition, e.g. `when[0]`. */
  readonly path: string;
  /** Has the unit of the trigger’s value. */
  readonly leeway: number;
};

type LeewayNoteProps = {
  readonly flapping: NonNullable<Rehearsal['flapping']>;
  readonly onLeeway?: (leeway: Leeway) => void;
};

/** Says that a number passed the value again and again, and proposes the leeway that ends it. */
function LeewayNote({ flapping, onLeeway }: LeewayNoteProps) {
  const { locale } = usePreferences();
  const { path, leeway, runs, runs_with_leeway: rarely } = flapping;
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(leeway);
  return (
    <div className={classes.note}>
      <p>
        <Trans>
          <b>Too jumpy.</b> The value goes up and down around the limit: {runs} times. With a leeway of{' '}
          {amount}: {rarely}.
        </Trans>
      </p>
      {onLeeway && (
        <Button size="sm" onClick={() => onLeeway({ path, leeway })}>
          <Trans>Add a leeway of {amount}</Trans>
        </Button>
      )}
    </div>
  );
}

/** Waits this long after the last change, so that not every keystroke sends a request. */
const DEBOUNCE_MS = 400;

/** The last answer stays while the next one is awaited. */
type LastWeekState = {
  readonly rehearsal?: Rehearsal;
  /** Whether the answer is about an earlier definition. */
  readonly isWaiting: boolean;
  readonly progress?: RehearsalProgress;
  readonly error?: unknown;
};

/**
 * Asks what a definition would have done, again after each change, and after an error when the connection is back. The
 * question before is cancelled.
 */
function useLastWeek(
  definition: AutomationDefinition,
  automationId: string | undefined,
): LastWeekState & { readonly retry: () => void } {
  const { client } = useSession();
  const [state, setState] = useState<LastWeekState>({ isWaiting: true });
  const [attempt, setAttempt] = useState(0);
  const { label: _label, ...parts } = definition;
  const asked = JSON.stringify(parts);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again.
  useEffect(() => {
    const { signal, abort } = abortable();
    setState(({ rehearsal }) => ({ rehearsal, isWaiting: true }));
    const ask = async () => {
      await pause(DEBOUNCE_MS, signal);
      const question = {
        definition: { label: '', ...JSON.parse(asked) } as AutomationDefinition,
        automationId,
        signal,
      };
      const onProgress = (progress: RehearsalProgress) => {
        if (!signal.aborted) setState(({ rehearsal }) => ({ rehearsal, isWaiting: true, progress }));
      };
      return rehearse(client, { ...question, onProgress });
    };
    ask().then(
      (rehearsal) => !signal.aborted && setState({ rehearsal, isWaiting: false }),
      (error: unknown) => !signal.aborted && setState({ isWaiting: false, error }),
    );
    return abort;
  }, [client, asked, automationId, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  // Listens as soon as the error is shown: an effect after it is painted could miss that the connection is back.
  useLayoutEffect(() => {
    if (state.error === undefined) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [state.error, retry]);
  return { ...state, retry };
}

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
