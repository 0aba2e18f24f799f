import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { i18nIn } from '../../platform/languages/index.ts';
import type { Chosen, Maker } from '../makers/index.ts';
import { countVirtualDevices } from './read-models/virtual-devices-of-user.ts';
import { roomNames } from './rooms.ts';
import { roomsForm, roomsIn } from './rooms-form.ts';
import type { VirtualDevices } from './virtual-devices.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  bus: DomainEventBus;
  templates: Templates;
  users: Users;
  virtualDevices: VirtualDevices;
};

/**
 * Maximum number of virtual devices of a home: far more than homes have, but a bound, since the platform
 * simulates each.
 */
const MAX_VIRTUAL_DEVICES = 500;

/** Creates the platform's own maker: it has a device, which it simulates, in every room that the person names. */
export function createVirtualMaker(dependencies: Dependencies): Maker {
  const { templates, users, bus } = dependencies;
  const place = createPlace(dependencies);
  return {
    managerId: undefined,
    form: roomsForm,
    begin: async () => undefined,

    /** Finds devices with names such as `Kitchen · Smart plug`. */
    async finish({ templateId }, _remaining, { fields, language }) {
      const { name } = await templates.findListed(templateId);
      const names = roomNames(i18nIn(language));
      return roomsIn(fields).map((room) => ({
        remoteKey: room,
        name: `${names[room]} · ${name}`.slice(0, 200),
      }));
    },

    /** Adds all of the devices or none. The ids under which they were found become those of the channels. */
    async add(request, chosen) {
      const user = await users.get(request.userId);
      const template = await templates.adopt(request.templateId);
      await place({ user, template }, chosen);
      for (const { id: channelId } of chosen)
        bus.emit('grantCreated', {
          by: channelId,
          channelId,
          role: 'user',
          granteeId: user.id,
          requestingClientId: user.clientId,
        });
      return chosen.map(({ id }) => ({ id, channelId: id }));
    },
  };
}

type Place = Pick<Parameters<VirtualDevices['place']>[1], 'user' | 'template'>;

const createPlace =
  ({ db, audit, virtualDevices }: Dependencies) =>
  (placement: Place, chosen: readonly Chosen[]): Promise<void> =>
    db.write(async (tx) => {
      const { id: userId } = placement.user;
      if ((await countVirtualDevices(tx, userId)) + chosen.length > MAX_VIRTUAL_DEVICES)
        throw new ApiError('quota_exceeded', {
          detail: `A home has at most ${MAX_VIRTUAL_DEVICES} virtual devices.`,
        });
      for (const { id: channelId, name } of chosen) {
        await virtualDevices.place(tx, { ...placement, channelId, name }, { faults: [] });
        await audit.record(tx, { action: 'pairing.add', actorId: userId, targetId: channelId });
      }
    });
