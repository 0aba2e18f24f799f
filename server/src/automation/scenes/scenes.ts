import type { Scene } from '@azulejo/contract';
import type { Db, Transaction } from '../../database/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { type SceneContent, type SceneRow, toWireScene } from './scene.ts';

export type Scenes = ReturnType<typeof createScenes>;

type Dependencies = { db: Db; clock: Clock; maxScenes: number };
/** Throws when the scene may not be changed in its present state. */
type Check = (current: Scene) => void;

/** Stores the scenes of users. Every change raises the revision of the home, on which lists depend. */
export const createScenes = (dependencies: Dependencies) => ({
  ...createReads(dependencies),
  ...createChanges(dependencies),
  ...createOrder(dependencies),
});

function createReads({ db, maxScenes }: Dependencies) {
  const ofUser = db.prepare<{ userId: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('scenes')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .orderBy('position')
      .orderBy('id')
      .limit(p('limit')),
  );
  const one = db.prepare<{ userId: string; id: string }>()((kysely, p) =>
    kysely.selectFrom('scenes').selectAll().where('user_id', '=', p('userId')).where('id', '=', p('id')),
  );
  return {
    async list(userId: string): Promise<Scene[]> {
      return (await ofUser.all({ userId, limit: maxScenes })).map(toWireScene);
    },
    /** Throws `not_found`. */
    async get(userId: string, id: string): Promise<Scene> {
      return toWireScene(existing(await one.get({ userId, id })));
    },
  };
}

function createChanges({ db, clock, maxScenes }: Dependencies) {
  return {
    /** Throws `quota_exceeded`. */
    create: (userId: string, { label, icon = 'play', showInWatch, settings }: SceneContent): Promise<Scene> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const others = await positionsOf(tx, userId);
        if (others.length >= maxScenes)
          throw new ApiError('quota_exceeded', { detail: `A user can have ${maxScenes} scenes.` });
        const now = clock.now();
        const row: SceneRow = {
          user_id: userId,
          id: newId(),
          label,
          icon,
          show_in_watch: showInWatch ? 1 : 0,
          settings_json: JSON.stringify(settings),
          position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
          revision: 1,
          created: now,
          updated: now,
        };
        await tx.insertInto('scenes').values(row).execute();
        return toWireScene(row);
      }),

    /** Throws `not_found`, or what `check` throws. */
    replace: (userId: string, id: string, content: SceneContent, check: Check): Promise<Scene> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const row = existing(await find(tx, userId, id));
        check(toWireScene(row));
        const changed = { ...row, ...columnsOf(content, row), updated: clock.now() };
        await tx
          .updateTable('scenes')
          .set(changed)
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .execute();
        return toWireScene(changed);
      }),

    /** Throws `not_found`, or what `check` throws. */
    remove: (userId: string, id: string, check: Check): Promise<void> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        check(toWireScene(existing(await find(tx, userId, id))));
        await tx.deleteFrom('scenes').where('user_id', '=', userId).where('id', '=', id).execute();
      }),
  };
}

const columnsOf = ({ label, icon, showInWatch, settings }: SceneContent, row: SceneRow) => ({
  label,
  icon: icon ?? row.icon,
  show_in_watch: showInWatch === undefined ? row.show_in_watch : Number(showInWatch),
  settings_json: JSON.stringify(settings),
  revision: row.revision + 1,
});

function createOrder({ db }: Dependencies) {
  return {
    /** Puts these scenes before the others. Throws `not_found` when one does not exist. */
    reorder: (userId: string, ids: readonly string[]): Promise<void> =>
      db.write(async (tx) => {
        await raiseHomeRevision(tx, userId);
        const stored = await positionsOf(tx, userId);
        const positions = new Map(stored.map(({ id, position }) => [id, position]));
        if (ids.some((id) => !positions.has(id))) throw new ApiError('not_found');
        const order = new Set([...ids, ...positions.keys()]);
        for (const [position, id] of [...order].entries()) {
          if (positions.get(id) === position) continue;
          await tx
            .updateTable('scenes')
            .set({ position })
            .where('user_id', '=', userId)
            .where('id', '=', id)
            .execute();
        }
      }),
  };
}

function existing(row: SceneRow | undefined): SceneRow {
  if (!row) throw new ApiError('not_found');
  return row;
}

const find = (tx: Transaction, userId: string, id: string): Promise<SceneRow | undefined> =>
  tx.selectFrom('scenes').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();

/** Returns the user's scenes, in their order. */
const positionsOf = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('scenes')
    .select(['id', 'position'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute();
