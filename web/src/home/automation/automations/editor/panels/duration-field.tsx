import { parseDuration } from '@azulejo/automations/definition';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import fields from '../../../../kit/ui/native-fields.module.css';
import { useEditor } from '../shared/editor-context.ts';
import classes from './panels.module.css';

const UNITS = [
  { ms: 1000, unit: 'second', write: (count: number) => `PT${count}S` },
  { ms: 60_000, unit: 'minute', write: (count: number) => `PT${count}M` },
  { ms: 3_600_000, unit: 'hour', write: (count: number) => `PT${count}H` },
  { ms: 86_400_000, unit: 'day', write: (count: number) => `P${count}D` },
] as const;

/** Lists the durations that people choose most often. */
const AT_HAND = ['PT30S', 'PT3M', 'PT10M', 'PT1H'];

type Props = {
  label: string;
  /** Uses ISO 8601. */
  value: unknown;
  onChange: (value: string) => void;
};

/** Edits a number and its unit, and offers a few durations. */
export function DurationField({ label, value, onChange }: Props) {
  const ms = parseDuration(value);
  const unit = UNITS.findLast((each) => ms !== undefined && ms % each.ms === 0) ?? UNITS[1];
  const [typed, setTyped] = useState<string>();
  const count = ms === undefined ? '' : String(ms / unit.ms);
  const write = (text: string, of = unit) => {
    const next = of.write(Number(text));
    const isValid = /^\d{1,6}$/.test(text) && parseDuration(next) !== undefined;
    setTyped(isValid ? undefined : text);
    if (isValid) onChange(next);
  };
  return (
    <div className={classes.duration}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        className={fields.number}
        aria-label={label}
        aria-invalid={typed !== undefined}
        value={typed ?? count}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
          if (by === 0) return;
          event.preventDefault();
          write(String(Math.max(1, Number(count) + by)));
        }}
      />
      <select
        className={fields.select}
        aria-label={t`Unit`}
        value={unit.unit}
        onChange={({ currentTarget }) =>
          write(
            typed ?? count,
            UNITS.find((each) => each.unit === currentTarget.value),
          )
        }
      >
        {UNITS.map((each) => (
          <option key={each.unit} value={each.unit}>
            {unitText(Number(count), each.unit)}
          </option>
        ))}
      </select>
      <p className={classes.fault} role="alert">
        {typed !== undefined && typed !== '' ? t`Enter 1 second to 30 days.` : ''}
      </p>
      <AtHand value={value} onChange={onChange} />
    </div>
  );
}

/** Returns the unit as it follows a number: `minutes` after 3. */
function unitText(count: number, unit: (typeof UNITS)[number]['unit']): string {
  const locale = document.documentElement.lang || 'en';
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.formatToParts(count).find(({ type }) => type === 'unit')?.value ?? unit;
}

function AtHand({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const { wording } = useEditor();
  return (
    <div className={classes.chips}>
      {AT_HAND.map((each) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {wording.speech.duration(parseDuration(each) ?? 0)}
        </button>
      ))}
    </div>
  );
}
