import type { Service, ServiceFile } from '@azulejo/contract';

export type StoredService = {
  readonly kind: ServiceFile['kind'];
  readonly service: Service;
  /** The application that activates it; undefined while only the operator's page does. */
  readonly applicationId: string | undefined;
  /** Where that application says on which page a user authorizes it. */
  readonly activationUri: string | undefined;
};
