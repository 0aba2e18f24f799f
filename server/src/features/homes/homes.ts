import type { Db } from '../../database/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Channels, GrantedChannel } from '../channels/index.ts';
import type { Templates, VersionedTemplate } from '../templates/index.ts';
import type { Tiles } from '../tiles/index.ts';
import type { User, Users } from '../users/index.ts';

export type NewDevice = { userId: string; templateId: string; name?: string | undefined };

export type Homes = ReturnType<typeof createHomes>;

/** What it takes for a device to stand in a person's home: its channel, the grants on it, and its tiles. */
export function createHomes({
  db,
  users,
  templates,
  channels,
  tiles,
}: {
  db: Db;
  users: Users;
  templates: Templates;
  channels: Channels;
  tiles: Tiles;
}) {
  return {
    /** All of it or nothing. Throws `not_found` for an unknown user or template. */
    async addDevice({
      userId,
      templateId,
      name,
    }: NewDevice): Promise<{ user: User; channel: GrantedChannel; template: VersionedTemplate }> {
      const user = await users.find(userId);
      if (!user) throw new Problem('not_found', { detail: `There is no user "${userId}".` });
      const template = await templates.getLatest(templateId);
      const channel = await db.write(async (tx) => {
        const created = await channels.create(tx, {
          template,
          name: name ?? template.name,
          creatorId: undefined,
          remoteKey: undefined,
        });
        await channels.grant(tx, created.id, {
          id: user.clientId,
          role: 'application',
          through: user.clientId,
        });
        await channels.grant(tx, created.id, { id: user.id, role: 'user', through: user.clientId });
        await tiles.addForChannel(tx, user.id, created, template);
        // Raised last: who reads the new revision finds everything that it stands for.
        await tx
          .updateTable('users')
          .set((eb) => ({ home_revision: eb('home_revision', '+', 1) }))
          .where('id', '=', user.id)
          .execute();
        return created;
      });
      return { user, channel, template };
    },
  };
}
