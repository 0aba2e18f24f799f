import type { PortalApplicationType } from '@azulejo/contract';
import { t } from '@lingui/core/macro';

/** Returns the types of applications, each with its purpose in a sentence. */
export const applicationTypes = (): readonly {
  type: PortalApplicationType;
  label: string;
  text: string;
}[] => [
  {
    type: 'mobile',
    label: t`Mobile or web app`,
    text: t`Has its own users, who sign in and use their devices with it.`,
  },
  {
    type: 'distributor',
    label: t`Distributor`,
    text: t`A company’s software, such as an insurer’s, that accesses the users and devices of other applications.`,
  },
  {
    type: 'manager',
    label: t`Manager`,
    text: t`A device maker’s software. It owns the maker’s devices, reports their values and carries out commands.`,
  },
];

export const labelOf = (type: PortalApplicationType): string =>
  applicationTypes().find((each) => each.type === type)?.label ?? type;
