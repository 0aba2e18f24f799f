import { useId } from 'react';
import classes from './panels.module.css';

type Props<Value extends string> = {
  label: string;
  /** Undefined while nothing is chosen. */
  value: Value | undefined;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
  /** Whether each choice is on its own line. */
  isList?: boolean;
};

/** Offers a few choices, one of which is chosen. Arrow keys move between them. */
export function Choices<Value extends string>({ label, value, options, onChange, isList }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choices} aria-label={label} data-list={isList || undefined}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
