import type { ReactNode } from 'react';
import classes from './facts.module.css';

type Props = {
  /** Read by screen readers. */
  label?: string;
  /** Whether values are long, such as IDs. */
  isWide?: boolean;
  children: ReactNode;
};

/** Shows a list of short facts, each with its name above it. */
export function Facts({ label, isWide = false, children }: Props) {
  return (
    <dl className={`${classes.facts} ${isWide ? classes.wide : ''}`} aria-label={label}>
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
