import type { FoundDevice } from '@azulejo/contract';
import type { Found } from './found-devices.ts';

/** Converts a found device to its form on the wire. `pictureUrl` is the template's picture. */
export const toFoundDevice = ({ id, name, photoUrl }: Found, pictureUrl: string): FoundDevice => ({
  id,
  content: name,
  activity: '',
  photoUrl: photoUrl ?? pictureUrl,
});
