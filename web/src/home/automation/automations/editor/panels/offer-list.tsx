import type { ReactNode } from 'react';
import { IconCheck } from '../../../../../design/page-icons.generated.ts';
import classes from './panels.module.css';

type Props = {
  label: string;
  children: ReactNode;
};

/** Describes an entry that can be chosen. */
export function OfferList({ label, children }: Props) {
  return (
    <ul className={classes.offers} aria-label={label}>
      {children}
    </ul>
  );
}

type ItemProps = {
  text: string;
  /** Says what the current value is. */
  now?: string;
  isChosen?: boolean;
  onChoose: () => void;
};

export function OfferItem({ text, now, isChosen = false, onChoose }: ItemProps) {
  return (
    <li>
      <button type="button" className={classes.offer} aria-current={isChosen || undefined} onClick={onChoose}>
        <span>{text}</span> {now && <span className={classes.offerNow}>{now}</span>}
        {isChosen && <IconCheck size={18} aria-hidden="true" />}
      </button>
    </li>
  );
}
