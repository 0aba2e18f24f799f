import { Problem } from '../../platform/problem.ts';

/** A manager wants to use a template of another maker. */
export const notAssigned = (): Problem =>
  new Problem('not_granted', {
    detail: 'This kind of device is not assigned to this manager: the operator of the platform does so.',
  });
