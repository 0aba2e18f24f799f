import type { PortalApplicationType } from '@azulejo/contract';

/** The types of applications, each with its purpose in a sentence. */
export const applicationTypes: readonly { type: PortalApplicationType; label: string; text: string }[] = [
  {
    type: 'mobile',
    label: 'Mobile or web app',
    text: 'Has its own users, who sign in and use their devices with it.',
  },
  {
    type: 'distributor',
    label: 'Distributor',
    text: 'A company’s software, such as an insurer’s, that accesses the users and devices of other applications.',
  },
  {
    type: 'manager',
    label: 'Manager',
    text: 'A device maker’s software. It owns the maker’s devices, reports their values and carries out commands.',
  },
];

export const labelOf = (type: PortalApplicationType): string =>
  applicationTypes.find((each) => each.type === type)?.label ?? type;
