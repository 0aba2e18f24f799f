import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels, OwnersRecord } from '../../devices/channels/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Tiles } from '../../home/tiles/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Makers } from '../makers/index.ts';
import { createMoveChannels } from './move-channels.ts';
import { findHolders } from './read-models/device-channels.ts';
import { refuseTemplate } from './refuse-template.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  channels: Channels;
  homes: Homes;
  makers: Makers;
  templates: Templates;
  tiles: Tiles;
};

/** Undefined members stay unchanged. */
type Changes = { readonly name: string | undefined; readonly templateId: string | undefined };

export type OwnedChannels = ReturnType<typeof createOwnedChannels>;

/** Lets the owners of channels change and delete them. Each function throws `not_found`. */
export function createOwnedChannels(dependencies: Dependencies) {
  const { db, audit, applications, channels, homes, makers, templates } = dependencies;
  const rename = createRename(dependencies);
  const moveChannels = createMoveChannels(dependencies);

  async function get(id: string): Promise<OwnersRecord> {
    const record = await channels.findRecord(id);
    if (!record) throw new ApiError('not_found');
    return record;
  }

  /** Returns the template that the owner may use. */
  async function requireTemplate(ownerId: string, templateId: string): Promise<VersionedTemplate> {
    const template = await templates.adopt(templateId);
    const owner = await applications.findById(ownerId);
    const refusal = refuseTemplate(owner, await makers.of(template.id));
    if (refusal) throw refusal;
    return template;
  }

  return {
    get,

    /** Changes the name, the template or both. Throws `not_granted` for a template of another manager. */
    async update(by: By, id: string, { name, templateId }: Changes): Promise<OwnersRecord> {
      const found = await channels.find(id);
      if (!found) throw new ApiError('not_found');
      const { channel, template: earlier } = found;
      const newest =
        templateId === undefined ? undefined : await requireTemplate(by.actorId ?? '', templateId);
      await db.write(async (tx) => {
        if (name !== undefined) {
          await rename(tx, channel, earlier, name);
          await audit.record(tx, { ...by, action: 'channel.rename', targetId: id });
        }
        if (newest && (newest.id !== earlier.id || newest.version !== earlier.version)) {
          await moveChannels(tx, [{ id, name: name ?? channel.name }], { earlier, newest });
          await audit.record(tx, { ...by, action: 'channel.template', targetId: id, detail: newest.name });
        }
      });
      return get(id);
    },

    /** Removes the channel from every home. What is stored for it is deleted afterwards. */
    remove: (by: By, id: string): Promise<void> =>
      db.write(async (tx) => {
        await homes.remove(tx, [id]);
        await audit.record(tx, { ...by, action: 'channel.remove', targetId: id });
      }),
  };
}

/** Returns a function that renames a channel, and the tiles that still have the name which it gave them. */
function createRename({ channels, tiles }: Dependencies) {
  return async (
    tx: Transaction,
    channel: { readonly id: string; readonly name: string },
    template: VersionedTemplate,
    name: string,
  ): Promise<void> => {
    for (const { userId } of await findHolders(tx, [channel.id])) await raiseHomeRevision(tx, userId);
    if (!(await channels.rename(tx, channel.id, name))) throw new ApiError('not_found');
    await tiles.renameTiles(tx, channel, template, name);
  };
}
