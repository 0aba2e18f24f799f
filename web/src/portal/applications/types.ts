import type { PortalApplicationType } from '@azulejo/contract';

/** The types of applications, each with its purpose in a sentence. */
export const applicationTypes: readonly { type: PortalApplicationType; label: string; text: string }[] = [
  {
    type: 'mobile',
    label: 'Mobile or web app',
    text: 'Has users of its own, who sign in and use their devices with it.',
  },
  {
    type: 'distributor',
    label: 'Distributor',
    text: 'Software of a company, such as an insurer, that reaches the users and devices of other applications.',
  },
  {
    type: 'manager',
    label: 'Manager',
    text: 'A device maker’s software: it stands behind the maker’s devices, reports their values and does what is asked of them.',
  },
];

export const labelOf = (type: PortalApplicationType): string =>
  applicationTypes.find((each) => each.type === type)?.label ?? type;
