import type { Property } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import type { HomeValue } from '../../data/live/types.ts';
import { formatDateTime, usePreferences } from '../../person/preferences/use-preferences.ts';
import { isColor } from './color.ts';
import { schemaOf } from './property.ts';
import classes from './reading-text.module.css';
import { partsOf, valueText } from './value-text.ts';

/** Shows a read-only value in words. */
export function ReadingText({ value, property }: { value: HomeValue | undefined; property: Property }) {
  const reading = usePreferences();
  const data = value?.data;
  if (typeof data === 'object' && data !== null && !isColor(data))
    return (
      <dl className={classes.parts}>
        {partsOf(data, property, reading).map(({ id, label, text }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    );
  const text = valueText(data, property, reading);
  if (text === undefined || !value)
    return (
      <span className={classes.unknown}>
        <Trans>Not known yet</Trans>
      </span>
    );
  const isEvent = schemaOf(property) === 'event';
  return (
    <span className={classes.reading}>
      {text}
      {isEvent && <small>{formatDateTime(Date.parse(value.timestamp), reading)}</small>}
    </span>
  );
}
