import type { PortalApplicationDetail } from '@azulejo/contract';

/** What the lines are filled in with. */
export type Example = {
  type: PortalApplicationDetail['type'];
  clientId: string;
  /** Where the platform is. */
  api: string;
  /** Only while it is on the page; else the lines read it from the environment. */
  secret: string | undefined;
  /** Whom a distributor may read. */
  userId: string;
};

/** A template of the catalogue: a lamp of one component. */
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
