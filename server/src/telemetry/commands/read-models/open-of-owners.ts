import { jsonRows } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Db } from '../../../database/index.ts';
import { OPEN_COLUMNS } from '../command-statements.ts';

/** The most commands that owners are sent at a time when they connect. */
const MAX_OF_OWNERS = 1_000;

/** Reads the commands that still wait for these owners, the oldest first. */
export const prepareOpenOfOwners = (db: Db) =>
  db.prepare<{ owners: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('owners'), { id: 'text' }).as('given'))
      .innerJoin('channels', 'channels.creator_id', 'given.id')
      .innerJoin('commands', 'commands.channel_id', 'channels.id')
      .select(OPEN_COLUMNS)
      .select('commands.deadline')
      .where('commands.state', '=', sql.lit('open'))
      .where('commands.deadline', '>', p('now'))
      .orderBy('commands.created')
      .limit(sql.lit(MAX_OF_OWNERS)),
  );
