import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { IconTrash } from '../../../../design/page-icons.generated.ts';
import { NumberControl } from '../../../devices/controls/number-control.tsx';
import type { NumberView } from '../../../devices/controls/number-view.ts';
import type { ControlConfig } from '../../../devices/controls/property.ts';
import type { DraftPoint } from './draft.ts';
import classes from './schedule.module.css';

type Props = {
  point: DraftPoint;
  /** Its place in the list, from 1. */
  number: number;
  numbers: NumberView;
  config: ControlConfig;
  isAtMidnight: boolean;
  canRemove: boolean;
  onChange: (members: Partial<DraftPoint>) => void;
  onFault: (isFaulty: boolean) => void;
  onRemove: () => void;
};

/** Shows one switching point: its time and its temperature. */
export function PointRow(props: Props) {
  const { point, number, numbers, config, isAtMidnight, canRemove, onChange, onFault, onRemove } = props;
  const time = useRef<HTMLInputElement>(null);
  const { isNew = false } = point;
  useEffect(() => {
    if (isNew) time.current?.focus();
  }, [isNew]);
  return (
    <li className={classes.point}>
      <input
        ref={time}
        type="time"
        className={classes.time}
        aria-label={t`Time ${number}`}
        aria-invalid={point.minute === undefined}
        disabled={isAtMidnight}
        defaultValue={clock(point.minute)}
        onChange={({ currentTarget }) => onChange({ minute: minuteOf(currentTarget.value) })}
      />
      <NumberControl
        label={t`Temperature ${number}`}
        config={config}
        value={point.temperature}
        numbers={numbers}
        isWriteOnly={false}
        isDisabled={false}
        isMember
        send={(temperature) => typeof temperature === 'number' && onChange({ temperature })}
        onFault={onFault}
      />
      {canRemove && !isAtMidnight && (
        <button
          type="button"
          className={classes.remove}
          aria-label={t`Remove time ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

function clock(minute: number | undefined): string {
  if (minute === undefined) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Parses the value of the field, which is always `HH:MM`, whatever the browser shows. */
function minuteOf(value: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(value) ?? [];
  return minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
