import { type ReactNode, useId } from 'react';
import classes from './switch.module.css';

type SwitchProps = {
  /** Undefined while it is not known: the knob is in the middle, and a press turns it on. */
  isOn: boolean | undefined;
  onChange: (isOn: boolean) => void;
  /** Its name; not needed when a `label` element refers to its `id`. */
  label?: string;
  id?: string;
  describedBy?: string;
  isDisabled?: boolean;
  /** Its place and size: the custom properties `--width`, `--height` and `--inset`. */
  className?: string;
  /** Shown in front of the knob. */
  children?: ReactNode;
};

/** Draws the switch of all pages of Home. */
export function Switch({
  isOn,
  onChange,
  label,
  id,
  describedBy,
  isDisabled = false,
  className = '',
  children,
}: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      className={`${classes.switch} ${className}`}
      aria-checked={isOn === true}
      aria-label={label}
      aria-describedby={describedBy}
      data-known={isOn !== undefined}
      disabled={isDisabled}
      onClick={() => onChange(isOn !== true)}
    >
      {children}
      <span className={classes.knob} aria-hidden="true" />
    </button>
  );
}

type FieldProps = {
  label: string;
  description?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** Shows a switch in a form, with its label at its side. */
export function SwitchField({ label, description, isOn, onChange }: FieldProps) {
  const id = useId();
  const descriptionId = `${id}-description`;
  return (
    <div className={classes.field}>
      <Switch id={id} isOn={isOn} onChange={onChange} describedBy={description && descriptionId} />
      <div>
        <label htmlFor={id}>{label}</label>
        {description && (
          <p id={descriptionId} className={classes.description}>
            {description}
          </p>
        )}
      </div>
    </div>
  );
}
