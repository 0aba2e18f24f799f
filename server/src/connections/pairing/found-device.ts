import type { FoundDevice } from '@azulejo/contract';
import type { Found } from './found-devices.ts';

/** Converts a found device to its form on the wire. */
export const toFoundDevice = ({ id, name }: Found, photoUrl: string): FoundDevice => ({
  id,
  content: name,
  activity: '',
  photoUrl,
});
