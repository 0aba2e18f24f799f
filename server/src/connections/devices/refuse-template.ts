import type { Client } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';

/**
 * Returns why the client may not own channels of a template, whose devices `makerId` makes if that is given;
 * undefined when it may. A device is of the kind that it is.
 */
export function refuseTemplate(
  owner: Pick<Client, 'id' | 'kind'> | undefined,
  makerId: string | undefined,
): ApiError | undefined {
  if (owner?.kind === 'manager' && makerId !== owner.id)
    return new ApiError('not_granted', {
      detail:
        'This kind of device is not assigned to this manager. Ask the operator of the platform to assign it.',
    });
  if (owner?.kind === 'application' && makerId !== undefined)
    return new ApiError('not_granted', {
      detail: 'This kind of device is assigned to a manager, and only that manager may have channels of it.',
    });
  return undefined;
}
