import type { VirtualDeviceFault } from '@azulejo/contract';

type Fault = { name: VirtualDeviceFault; label: string; text: string };

/** Faults that last until they are switched off. */
export const lasting: readonly Fault[] = [
  {
    name: 'silent',
    label: 'Silent',
    text: 'Never answers. Writes end without an answer; it goes on reporting.',
  },
  {
    name: 'refusing',
    label: 'Refusing',
    text: 'Answers every write by saying that remote control is disabled.',
  },
  { name: 'away', label: 'Away', text: 'Out of reach: says nothing, and its access is “unreachable”.' },
];

/** Faults that occur at random, as the seed determines. */
export const occasional: readonly Fault[] = [
  { name: 'late', label: 'Late', text: 'One message in ten comes late, an answer too late to count.' },
  { name: 'lost', label: 'Lost', text: 'One message in twenty never comes.' },
  { name: 'duplicate', label: 'Duplicate', text: 'One message in twenty comes twice.' },
  { name: 'out-of-order', label: 'Out of order', text: 'Now and then a later report comes first.' },
  {
    name: 'offline',
    label: 'Drops out',
    text: 'About every 40 minutes it says nothing for up to 3 minutes.',
  },
];

export const faultLabel = (name: VirtualDeviceFault): string =>
  [...lasting, ...occasional].find((fault) => fault.name === name)?.label ?? name;
