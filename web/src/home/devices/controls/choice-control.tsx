import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { IconChevronDown, IconChevronUp } from '../../../design/icons.generated.ts';
import { IconPlayerStopFilled } from '../../../design/page-icons.generated.ts';
import type { ControlProps } from './control-props.ts';
import classes from './fields.module.css';
import type { Option } from './property.ts';

const ROOM = 36;
const UP_TO_DOWN = ['OPEN', 'STOP', 'CLOSE'];
const ICONS = { OPEN: IconChevronUp, STOP: IconPlayerStopFilled, CLOSE: IconChevronDown } as const;

/** Chooses one of several options: buttons side by side if there is room, otherwise a list. */
export function ChoiceControl(props: ControlProps) {
  const options = props.config.options ?? [];
  return !props.isMember && fitsSideBySide(options) ? (
    <Buttons {...props} options={options} />
  ) : (
    <List {...props} options={options} />
  );
}

/** Returns whether there is room for the options as buttons in one row. */
export function fitsSideBySide(options: readonly Option[]): boolean {
  const length = options.reduce((sum, { label }) => sum + label.length + 3, 0);
  return options.length <= 4 && length <= ROOM;
}

type WithOptions = ControlProps & { options: readonly Option[] };

const placeOf = ({ value }: Option) => UP_TO_DOWN.indexOf(String(value));

function Buttons({ label, value, isWriteOnly, isDisabled, send, options }: WithOptions) {
  const ordered = options.toSorted((one, other) => placeOf(one) - placeOf(other));
  return (
    <fieldset className={classes.choices} aria-label={label} disabled={isDisabled}>
      {ordered.map((option) => {
        const Icon = ICONS[option.value as keyof typeof ICONS];
        return (
          <button
            key={String(option.value)}
            type="button"
            className={classes.choice}
            aria-pressed={isWriteOnly ? undefined : option.value === value}
            onClick={() => send(option.value)}
          >
            {Icon && <Icon size={16} aria-hidden="true" />}
            {option.label}
          </button>
        );
      })}
    </fieldset>
  );
}

function List({ label, value, isWriteOnly, isMember, isDisabled, send, options }: WithOptions) {
  const [picked, setPicked] = useState(-1);
  const isSentApart = isWriteOnly && !isMember;
  const known = options.findIndex((option) => option.value === value);
  const at = isSentApart ? picked : known;
  return (
    <div className={classes.entry}>
      <select
        className={classes.select}
        aria-label={label}
        disabled={isDisabled}
        value={at}
        onChange={({ currentTarget }) => {
          const next = Number(currentTarget.value);
          setPicked(next);
          if (!isSentApart) send(options[next]?.value);
        }}
      >
        {at < 0 && (
          <option value={-1} disabled>
            {isWriteOnly ? t`Choose…` : t`Not known`}
          </option>
        )}
        {options.map((option, index) => (
          <option key={String(option.value)} value={index}>
            {option.label}
          </option>
        ))}
      </select>
      {isSentApart && (
        <button
          type="button"
          className={classes.choice}
          disabled={isDisabled || picked < 0}
          onClick={() => send(options[picked]?.value)}
        >
          <Trans>Send</Trans>
        </button>
      )}
    </div>
  );
}
