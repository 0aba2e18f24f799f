import { Trans } from '@lingui/react/macro';
import { toTime } from '../../../../design/when.tsx';
import { formatTime } from '../../../kit/formats/format-time.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { Verdicts } from '../parts/verdicts.tsx';
import type { Moment } from './marks.ts';
import classes from './moment.module.css';

/** Shows what was true then, and what would have been done or, for a miss, what was missing. */
export function MomentDetails({ moment, timezone }: { moment: Moment; timezone: string }) {
  const reading = usePreferences();
  if (moment.kind === 'miss') return <p className={classes.missing}>{moment.text}</p>;
  const { because, conditions, steps } = moment.run;
  return (
    <div className={classes.details}>
      <h4>
        <Trans>What was true then</Trans>
      </h4>
      <p>
        <Trans>It would have run {because}.</Trans>
      </p>
      <Verdicts conditions={conditions} />
      <h4>
        <Trans>What would have been done</Trans>
      </h4>
      <ol>
        {steps.map(({ step, at, text, property }) => (
          <li key={`${step} ${at} ${property?.channel ?? ''} ${property?.component ?? ''}`}>
            {text} <time>{formatTime(toTime(at), { ...reading, timeZone: timezone })}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}
