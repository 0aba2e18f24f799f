import type { PortalMessage } from '@azulejo/contract';
import { memo } from 'react';
import { IconChevronRight } from '../../../design/icons.generated.ts';
import { IconArrowDownLeft, IconArrowUpRight } from '../../../design/page-icons.generated.ts';
import { MessageDetails } from './details.tsx';
import { aboutOf, directionWord, kindWord, partyName, resultWord, timeOf } from './labels.ts';
import classes from './messages.module.css';

type Props = {
  message: PortalMessage;
  isOpen: boolean;
  /** Whether it is the tab stop; the arrow keys move to the others. */
  isTabStop: boolean;
  onToggle: (n: number) => void;
};

/** Shows one line of the log; a click or Enter opens it. */
export const MessageRow = memo(function MessageRow({ message, isOpen, isTabStop, onToggle }: Props) {
  const { n, direction, is_failure: isFailure, result } = message;
  const Arrow = direction === 'in' ? IconArrowDownLeft : IconArrowUpRight;
  const details = `message-${n}`;
  return (
    <div className={classes.entry} data-failure={isFailure || undefined} data-open={isOpen || undefined}>
      <button
        type="button"
        className={classes.line}
        data-n={n}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={() => onToggle(n)}
      >
        <IconChevronRight size={14} className={classes.chevron} aria-hidden />
        <span className={classes.time}>{timeOf(message)}</span>
        <span className={classes.direction} title={directionWord(message)}>
          <Arrow size={15} stroke={1.8} aria-hidden />
          <span className="visually-hidden">{directionWord(message)}: </span>
        </span>
        <span className={classes.kind}>{kindWord(message)}</span>
        <span className={classes.party}>{partyName(message)}</span>
        <About message={message} />
        <span className={classes.payload}>{dataOf(message)}</span>
        {isFailure && <span className={classes.why}>{message.reason?.text}</span>}
        <span className={classes.result} data-result={isFailure ? 'failure' : result}>
          {resultWord(message)}
        </span>
      </button>
      {isOpen && <MessageDetails id={details} message={message} />}
    </div>
  );
});

/** Shows the channel and the property. Narrow screens shorten the channel's name first. */
function About({ message }: Pick<Props, 'message'>) {
  const { channel, what } = aboutOf(message);
  return (
    <span className={classes.about}>
      {channel !== undefined && <span className={classes.channel}>{channel}</span>}
      {channel !== undefined && ' · '}
      <span className={classes.what}>{what}</span>
    </span>
  );
}

/** Returns the value as short text. */
function dataOf({ payload = '' }: PortalMessage): string {
  try {
    const message: unknown = JSON.parse(payload);
    const isMessage = typeof message === 'object' && message !== null && 'io' in message;
    if (!isMessage) return payload;
    return 'data' in message ? JSON.stringify(message.data) : '';
  } catch {
    return payload;
  }
}
