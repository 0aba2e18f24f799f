import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { IconChevronDown, IconChevronUp } from '../../../../../design/icons.generated.ts';
import classes from './more.module.css';
import { QuietButton } from './quiet-button.tsx';

type Props = {
  /** Whether it is open from the beginning, because something in it is set. */
  isSet?: boolean;
  children: ReactNode;
};

/** Shows a button that unfolds what few people need. */
export function More({ isSet = false, children }: Props) {
  const [isOpen, setOpen] = useState(isSet);
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <>
      <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>More</Trans>
        <Chevron size={18} aria-hidden="true" />
      </QuietButton>
      {isOpen && (
        <div ref={isSet ? undefined : reveal} className={classes.content}>
          {children}
        </div>
      )}
    </>
  );
}

/** Scrolls what has unfolded into the visible part of the panel. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
