import type { Db } from '../../database/index.ts';

export type Commands = ReturnType<typeof createCommands>;

/** Writes that who stands behind a channel has to answer. */
export function createCommands({ db }: { db: Db }) {
  const channelOf = db.prepare<{ id: string }>()((kysely, p) =>
    kysely.selectFrom('commands').select('channel_id as channelId').where('id', '=', p('id')),
  );

  return {
    async channelOf(id: string): Promise<string | undefined> {
      return (await channelOf.get({ id }))?.channelId;
    },
  };
}
