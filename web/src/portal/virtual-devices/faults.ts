import type { VirtualDeviceFault } from '@azulejo/contract';

type Fault = { name: VirtualDeviceFault; label: string; text: string };

/** Faults that last until they are switched off. */
export const lasting: readonly Fault[] = [
  {
    name: 'silent',
    label: 'Silent',
    text: 'Never answers. Writes end without an answer, but it keeps reporting.',
  },
  {
    name: 'refusing',
    label: 'Refusing',
    text: 'Rejects every write: remote control is disabled.',
  },
  { name: 'away', label: 'Away', text: 'Unreachable: sends nothing, and its access is “unreachable”.' },
];

/** Faults that occur at random, as the seed determines. */
export const occasional: readonly Fault[] = [
  { name: 'late', label: 'Late', text: 'One message in ten is late; a late answer no longer counts.' },
  { name: 'lost', label: 'Lost', text: 'One message in twenty is lost.' },
  { name: 'duplicate', label: 'Duplicate', text: 'One message in twenty is sent twice.' },
  { name: 'out-of-order', label: 'Out of order', text: 'Occasionally a later report arrives first.' },
  {
    name: 'offline',
    label: 'Drops out',
    text: 'About every 40 minutes it sends nothing for up to 3 minutes.',
  },
];

export const faultLabel = (name: VirtualDeviceFault): string =>
  [...lasting, ...occasional].find((fault) => fault.name === name)?.label ?? name;
