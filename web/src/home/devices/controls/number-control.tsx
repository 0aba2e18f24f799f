import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type KeyboardEvent, useState } from 'react';
import { IconPlus } from '../../../design/icons.generated.ts';
import { IconMinus } from '../../../design/page-icons.generated.ts';
import type { ControlProps } from './control-props.ts';
import classes from './fields.module.css';
import { stepFrom } from './number-view.ts';
import { type NumberField, useNumberField } from './use-number-field.ts';

type Props = ControlProps & { isLarge?: boolean };

/**
 * Edits a number in the person's unit, with steps in either direction. Enter, its button and the steps send
 * it; leaving the field without them changes nothing. If a button sends it, alone or with others, the field
 * keeps the typed text for that button.
 */
export function NumberControl(props: Props) {
  const { label, config, isWriteOnly, isMember, isDisabled, send, isLarge = false } = props;
  const isSentApart = isWriteOnly && !isMember;
  const { draft, known, canStep, field, step, onKeyDown } = useNumber(props, isSentApart);
  const isAt = (limit: number | undefined) => known !== undefined && known === limit;
  return (
    <div className={classes.entry} data-large={isLarge}>
      <StepButton
        label={t`${label}: less`}
        isDisabled={isDisabled || !canStep || isAt(config.min)}
        onClick={() => step(-1)}
      >
        <IconMinus size={18} aria-hidden="true" />
      </StepButton>
      <NumberInput {...props} field={field} onKeyDown={onKeyDown} />
      <StepButton
        label={t`${label}: more`}
        isDisabled={isDisabled || !canStep || isAt(config.max)}
        onClick={() => step(1)}
      >
        <IconPlus size={18} aria-hidden="true" />
      </StepButton>
      {field.isUnsent && <SetButton label={label} field={field} />}
      {isSentApart && (
        <button
          type="button"
          className={classes.choice}
          disabled={isDisabled || draft === undefined || field.isFaulty}
          onClick={() => send(draft)}
        >
          <Trans>Set</Trans>
        </button>
      )}
      <p id={field.faultId} className={classes.fault} role="alert">
        {field.fault}
      </p>
    </div>
  );
}

/** Returns the number with its field, and how to step it. */
function useNumber(props: Props, isSentApart: boolean) {
  const { config, value, numbers, isMember, send } = props;
  const isDraft = isSentApart || isMember === true;
  const [draft, setDraft] = useState<number>();
  const given = isSentApart ? draft : value;
  const known = typeof given === 'number' ? given : undefined;
  const take = isSentApart ? setDraft : send;
  const field = useNumberField({ ...props, known, isDraft, take });
  // An unknown value cannot be stepped; one that is never read begins at its minimum.
  const canStep = known !== undefined || isDraft;
  const step = (sign: 1 | -1) => {
    if (!canStep) return;
    field.reset();
    take(known === undefined ? (config.min ?? 0) : stepFrom(known, sign, numbers, config));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') field.enter();
    if (event.key === 'Escape') field.reset();
    const sign = STEPS[event.key];
    if (!sign) return;
    event.preventDefault();
    step(sign);
  };
  return { draft, known, canStep, field, step, onKeyDown };
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

type InputProps = Pick<Props, 'label' | 'numbers' | 'isDisabled'> & {
  field: NumberField;
  onKeyDown: (event: KeyboardEvent) => void;
};

function NumberInput({ label, numbers, isDisabled, field, onKeyDown }: InputProps) {
  return (
    <label className={classes.number} data-invalid={field.fault !== undefined}>
      <input
        ref={field.input}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={numbers.unit ? t`${label} in ${{ unit: numbers.unit }}` : label}
        aria-invalid={field.fault !== undefined}
        aria-describedby={field.faultId}
        placeholder="–"
        disabled={isDisabled}
        value={field.text}
        onChange={({ currentTarget }) => field.type(currentTarget.value)}
        onBlur={field.leave}
        onKeyDown={onKeyDown}
      />
      {numbers.unit && <span aria-hidden="true">{numbers.unit}</span>}
    </label>
  );
}

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

/** Does the same as Enter while something is typed, because the iPhone's number pad has no Enter. */
function SetButton({ label, field }: { label: string; field: NumberField }) {
  return (
    <button
      ref={field.set}
      type="button"
      className={classes.choice}
      data-strong
      aria-label={t`${label}: set`}
      // A press must not blur the field first, which would discard what was typed.
      onMouseDown={(event) => event.preventDefault()}
      onBlur={field.leave}
      onClick={field.press}
    >
      <Trans>Set</Trans>
    </button>
  );
}
