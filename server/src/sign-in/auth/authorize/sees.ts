import { type Caller, isPerson, type Sees } from '../../../core/access/index.ts';
import type { Channels } from '../../../devices/channels/index.ts';

const seesAll: Sees = () => true;

/** Returns a function that finds which channels of a person's home a caller sees. For the person nothing is read. */
export const createSeesFor =
  (channels: Pick<Channels, 'contextOf'>) =>
  async (caller: Caller, userId: string): Promise<Sees> => {
    if (isPerson(caller, userId)) return seesAll;
    const hidden = await channels.contextOf(userId);
    return (channelId) => channelId !== hidden;
  };
