import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Added, Chosen, DeviceRequest, OpenSelections } from '../makers/index.ts';
import { type CallWebhook, failure, jsonOf } from './call-webhook.ts';
import { isStorable } from './listed-devices.ts';
import { createGrantedChannels, type GrantedChannel } from './read-models/granted-channels.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  callWebhook: CallWebhook;
  openSelections: OpenSelections;
};

/**
 * Lets a manager add the devices that a person chose (managers 4.1, step 11). While it answers, it creates
 * channels and grants them, which the open selection allows. The grants count; the answer only says
 * which of them belong to this request.
 */
export function createSelect({ db, clock, callWebhook, openSelections }: Dependencies) {
  const grantedTo = createGrantedChannels(db);

  return async (
    managerId: string,
    request: DeviceRequest,
    chosen: readonly Chosen[],
  ): Promise<readonly Added[]> => {
    const began = clock.now();
    await using _open = await openSelections.begin({ managerId, ...request });
    const remoteKeys = chosen.map(({ remoteKey }) => remoteKey);
    const scope = { managerId, userId: request.userId, templateId: request.templateId };
    try {
      const reply = await callWebhook(managerId, 'select_device', request, toBody(request, chosen));
      const ids = channelIdsOf(jsonOf(reply));
      if (!ids) throw failure(`its manager answered with ${reply.status}`);
      return match(chosen, ids, await grantedTo(scope, remoteKeys, ids));
    } catch (error) {
      if (!isOfMaker(error)) throw error;
      // After an error, a known app would wait for devices forever, so what has been granted so far is returned.
      const granted = await grantedTo(scope, remoteKeys, []);
      const added = match(
        chosen,
        undefined,
        granted.filter(({ since }) => since >= began),
      );
      if (added.length === 0) throw error;
      return added;
    }
  };
}

const isOfMaker = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'maker_late' || error.kind === 'maker_failed');

const toBody = ({ templateId }: DeviceRequest, chosen: readonly Chosen[]) => ({
  channeltemplate_id: templateId,
  profile: templateId,
  channels: chosen.map(({ remoteKey, name, photoUrl }) => ({
    id: remoteKey,
    content: name,
    photoUrl: photoUrl ?? '',
  })),
});

/** Returns undefined for an answer that is no list of channels. Ids that no channel can have are left out. */
function channelIdsOf(answer: unknown): string[] | undefined {
  if (!Array.isArray(answer)) return undefined;
  return answer.flatMap((entry: unknown) => {
    const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
    return typeof id === 'string' && isStorable(id) ? [id] : [];
  });
}

/**
 * Returns the channels of the chosen devices. The answer leaves out devices that failed, so the maker's id of
 * a channel says which device it is; without one, the order does when none is left out.
 */
function match(
  chosen: readonly Chosen[],
  ids: readonly string[] | undefined,
  granted: readonly GrantedChannel[],
): Added[] {
  const byKey = new Map(granted.map((channel) => [channel.remoteKey, channel.id]));
  const known = new Set(granted.map(({ id }) => id));
  const isWhole = ids?.length === chosen.length;
  return chosen.flatMap(({ id, remoteKey }, index) => {
    const inOrder = isWhole ? ids?.[index] : undefined;
    const channelId =
      byKey.get(remoteKey) ?? (inOrder !== undefined && known.has(inOrder) ? inOrder : undefined);
    const isAnswered = channelId !== undefined && (ids?.includes(channelId) ?? true);
    return isAnswered ? [{ id, channelId }] : [];
  });
}
