import type { VirtualDeviceFault } from '@azulejo/contract';
import { t } from '@lingui/core/macro';

type Fault = { name: VirtualDeviceFault; label: string; text: string };

/** Faults that last until they are switched off. */
export const lasting = (): readonly Fault[] => [
  {
    name: 'silent',
    label: t`Silent`,
    text: t`Never answers. Writes end without an answer, but it keeps reporting.`,
  },
  {
    name: 'refusing',
    label: t`Refusing`,
    text: t`Rejects every write: remote control is disabled.`,
  },
  { name: 'away', label: t`Away`, text: t`Unreachable: sends nothing, and its access is “unreachable”.` },
];

/** Faults that occur at random, as the seed determines. */
export const occasional = (): readonly Fault[] => [
  { name: 'late', label: t`Late`, text: t`One message in ten is late; a late answer no longer counts.` },
  { name: 'lost', label: t`Lost`, text: t`One message in twenty is lost.` },
  {
    name: 'duplicate',
    label: t({ message: 'Duplicate', context: 'message' }),
    text: t`One message in twenty is sent twice.`,
  },
  { name: 'out-of-order', label: t`Out of order`, text: t`Occasionally a later report arrives first.` },
  {
    name: 'offline',
    label: t`Drops out`,
    text: t`About every 40 minutes it sends nothing for up to 3½ minutes.`,
  },
];

export const faultLabel = (name: VirtualDeviceFault): string =>
  [...lasting(), ...occasional()].find((fault) => fault.name === name)?.label ?? name;
