import type { NumberView } from './number-view.ts';
import type { ControlConfig } from './property.ts';

/** The properties of every control: the current value, and how to change it. */
export type ControlProps = {
  /** Its accessible name, independent of its position. */
  readonly label: string;
  readonly config: ControlConfig;
  /** The pending value, or else the known one; undefined for none. */
  readonly value: unknown;
  readonly numbers: NumberView;
  /** The value can only be written, so there is none to show. */
  readonly isWriteOnly: boolean;
  readonly isDisabled: boolean;
  /** The value is one of several that are sent together. */
  readonly isMember?: boolean;
  /** The value is hidden from onlookers. */
  readonly isSecret?: boolean;
  send(data: unknown): void;
  /** Called when the field's content becomes invalid, or valid again. */
  onFault?(isFaulty: boolean): void;
};
