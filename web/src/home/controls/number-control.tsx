import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { ControlProps } from './control-props.ts';
import classes from './controls.module.css';
import { fit, readNumber } from './number-view.ts';

/** A number typed in the person's unit, with steps to either side; the device is told in its own. */
export function NumberControl(props: ControlProps & { isLarge?: boolean }) {
  const { label, config, value, numbers, isWriteOnly, isMember, isDisabled, send, isLarge = false } = props;
  const [typed, setTyped] = useState<string>();
  const [kept, setKept] = useState<number>();
  const isSentApart = isWriteOnly && !isMember;
  const given = isSentApart ? kept : value;
  const known = typeof given === 'number' ? given : undefined;
  // From a value that nobody knows there is no step; one that is never read begins at its least.
  const canStep = known !== undefined || isWriteOnly || isMember === true;
  const isAt = (limit: number | undefined) => known !== undefined && known === limit;
  const shown = typed ?? (known === undefined ? '' : numbers.typed(known));

  function enter() {
    setTyped(undefined);
    const number = readNumber(typed ?? '');
    if (number === undefined) return;
    const next = fit(numbers.entered(number), config);
    if (isSentApart) setKept(next);
    else if (next !== known) send(next);
  }
  const step = (sign: 1 | -1) => () => {
    if (!canStep) return;
    setTyped(undefined);
    const next = fit((known ?? config.min ?? 0) + sign * (config.step ?? 1), config);
    if (isSentApart) setKept(next);
    else send(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') enter();
    if (event.key === 'Escape') setTyped(undefined);
    const sign = STEPS[event.key];
    if (!sign) return;
    event.preventDefault();
    step(sign)();
  };
  return (
    <div className={classes.entry} data-large={isLarge}>
      <StepButton
        label={`${label}: less`}
        isDisabled={isDisabled || !canStep || isAt(config.min)}
        onClick={step(-1)}
      >
        <IconMinus size={18} aria-hidden="true" />
      </StepButton>
      <label className={classes.number}>
        <input
          type={props.isSecret ? 'password' : 'text'}
          inputMode="decimal"
          autoComplete={props.isSecret ? 'new-password' : 'off'}
          aria-label={numbers.unit ? `${label} in ${numbers.unit}` : label}
          placeholder="–"
          disabled={isDisabled}
          value={shown}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={enter}
          onKeyDown={onKeyDown}
        />
        {numbers.unit && <span aria-hidden="true">{numbers.unit}</span>}
      </label>
      <StepButton
        label={`${label}: more`}
        isDisabled={isDisabled || !canStep || isAt(config.max)}
        onClick={step(1)}
      >
        <IconPlus size={18} aria-hidden="true" />
      </StepButton>
      {isSentApart && (
        <button
          type="button"
          className={classes.choice}
          disabled={isDisabled || kept === undefined}
          onClick={() => send(kept)}
        >
          Set
        </button>
      )}
    </div>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

function StepButton(props: {
  label: string;
  isDisabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={props.label}
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}
