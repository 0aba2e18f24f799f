import type { PortalApplicationDetail } from '@azulejo/contract';

/** The values that are inserted into the example. */
export type Example = {
  type: PortalApplicationDetail['type'];
  clientId: string;
  /** The platform's URL. */
  api: string;
  /** Known only while it is shown on the page; otherwise the example reads it from the environment. */
  secret: string | undefined;
  /** The user that a distributor may read. */
  userId: string;
};

/** A template of the catalogue: a lamp with one component. */
export const LAMP = {
  template: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
  component: 'light-bulb',
  property: 'status',
} as const;

export const PERSON = {
  name: 'Ana',
  email: 'ana@example.org',
  password: 'tiles are blue and white',
} as const;
