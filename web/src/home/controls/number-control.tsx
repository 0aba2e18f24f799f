import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { ControlProps } from './control-props.ts';
import classes from './controls.module.css';
import { readEntry, stepFrom } from './number-view.ts';

type Props = ControlProps & { isLarge?: boolean };

/**
 * A number in the person's unit, with steps to either side. Enter and the steps send it; who leaves the field without
 * Enter has changed nothing. Where a button sends it, alone or with others, the field keeps what was typed for that button.
 */
export function NumberControl(props: Props) {
  const { label, config, value, numbers, isWriteOnly, isMember, isDisabled, send, isLarge = false } = props;
  const isSentApart = isWriteOnly && !isMember;
  const isDraft = isSentApart || isMember === true;
  const [draft, setDraft] = useState<number>();
  const given = isSentApart ? draft : value;
  const known = typeof given === 'number' ? given : undefined;
  const take = isSentApart ? setDraft : send;
  const field = useNumberField({ ...props, known, isDraft, take });
  // From a value that nobody knows there is no step; one that is never read begins at its least.
  const canStep = known !== undefined || isDraft;
  const isAt = (limit: number | undefined) => known !== undefined && known === limit;
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
  return (
    <div className={classes.entry} data-large={isLarge}>
      <StepButton
        label={`${label}: less`}
        isDisabled={isDisabled || !canStep || isAt(config.min)}
        onClick={() => step(-1)}
      >
        <IconMinus size={18} aria-hidden="true" />
      </StepButton>
      <label className={classes.number} data-invalid={field.fault !== undefined}>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={numbers.unit ? `${label} in ${numbers.unit}` : label}
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
      <StepButton
        label={`${label}: more`}
        isDisabled={isDisabled || !canStep || isAt(config.max)}
        onClick={() => step(1)}
      >
        <IconPlus size={18} aria-hidden="true" />
      </StepButton>
      {isSentApart && (
        <button
          type="button"
          className={classes.choice}
          disabled={isDisabled || draft === undefined || field.isFaulty}
          onClick={() => send(draft)}
        >
          Set
        </button>
      )}
      <p id={field.faultId} className={classes.fault} role="alert">
        {field.fault}
      </p>
    </div>
  );
}

type FieldOptions = Pick<Props, 'numbers' | 'config' | 'onFault'> & {
  known: number | undefined;
  isDraft: boolean;
  take: (value: number) => void;
};

/** The text of the field while somebody types in it, and what is wrong with it. */
function useNumberField({ numbers, config, known, isDraft, take, onFault }: FieldOptions) {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isFaulty, setIsFaulty] = useState(false);
  const faultId = useId();
  const mark = (isNow: boolean, text?: string) => {
    setFault(text);
    setIsFaulty(isNow);
    onFault?.(isNow);
  };
  const reset = () => {
    setTyped(undefined);
    mark(false);
  };
  const enter = () => {
    if (typed === undefined) return;
    const entry = readEntry(typed, numbers, config);
    if ('fault' in entry) return mark(true, entry.fault);
    reset();
    take(entry.value);
  };
  const type = (text: string) => {
    setTyped(text);
    const entry = isDraft ? readEntry(text, numbers, config) : undefined;
    // What is wrong is said once the person is done, not while the number is half typed.
    mark(entry !== undefined && 'fault' in entry);
    if (entry && 'value' in entry) take(entry.value);
  };
  return {
    text: typed ?? (known === undefined ? '' : numbers.typed(known)),
    fault,
    isFaulty,
    faultId,
    reset,
    enter,
    leave: isDraft ? enter : reset,
    type,
  };
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
