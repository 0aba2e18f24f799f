import type { Alarm } from '@azulejo/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Says in words what an alarm detected. */
export const alarmKinds: Readonly<Record<Alarm['kind'], MessageDescriptor>> = {
  smoke: msg`Smoke`,
  'carbon-monoxide': msg`Carbon monoxide`,
  gas: msg`Gas`,
  leak: msg`Water leak`,
  siren: msg`Siren`,
};
