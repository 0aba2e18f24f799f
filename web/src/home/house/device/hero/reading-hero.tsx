import { t } from '@lingui/core/macro';
import { schemaOf } from '../../../devices/controls/property.ts';
import { valueText } from '../../../devices/controls/value-text.ts';
import { formatSince } from '../../../kit/formats/format-since.ts';
import classes from './hero.module.css';
import { type HeroProps, Part } from './part.tsx';

/** Shows the reading of a sensor in large type. */
export function ReadingHero(props: HeroProps) {
  const { main } = props.hero.parts;
  if (!main) return null;
  return (
    <Part hero={props} property={main} className={classes.main}>
      {({ props: { label, numbers }, value, reading }) => {
        const text = valueText(value?.data, main, reading);
        const isNumber = typeof value?.data === 'number' && numbers.unit !== '';
        const number = isNumber ? (text ?? '').replace(numbers.unit, '').trimEnd() : text;
        return (
          <>
            <p className={classes.state}>{label}</p>
            <p className={classes.display} data-words={!isNumber}>
              {number ?? '–'}
              {isNumber && <small>{numbers.unit}</small>}
            </p>
            <p className={classes.state}>
              {value === undefined
                ? t`Not known yet`
                : sinceText(formatSince(value.since, reading), schemaOf(main) === 'event')}
            </p>
          </>
        );
      }}
    </Part>
  );
}

const sinceText = (time: string, isEvent: boolean): string => (isEvent ? t`At ${time}` : t`Since ${time}`);
