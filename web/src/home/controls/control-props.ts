import type { NumberView } from './number-view.ts';
import type { ControlConfig } from './property.ts';

/** What every control gets: what stands there, and how to change it. */
export type ControlProps = {
  /** Its name for those who do not see where it stands. */
  readonly label: string;
  readonly config: ControlConfig;
  /** The value asked for while that is on its way, else the value known; undefined for none. */
  readonly value: unknown;
  readonly numbers: NumberView;
  /** There is no value to show: it is only sent. */
  readonly isWriteOnly: boolean;
  readonly isDisabled: boolean;
  /** Not sent at once by itself: one of several values that are sent together. */
  readonly isMember?: boolean;
  /** Not for whoever looks over a shoulder. */
  readonly isSecret?: boolean;
  send(data: unknown): void;
  /** What stands in the field cannot be sent, or can again. */
  onFault?(isFaulty: boolean): void;
};
