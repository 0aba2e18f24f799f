import type { Db } from '@azulejo/server/testing';

type Row = {
  readonly id?: string;
  readonly name?: string;
  readonly schema?: string;
  readonly bus?: string;
};

/** Stores the row of a server that seems to run, as one of another version or with other settings stores it. */
export async function leaveServer(db: Db, row: Row = {}): Promise<void> {
  const now = Date.now();
  const server = {
    ...{
      id: 'another',
      name: 'cellar',
      epoch: 'one',
      version: '9.9.9',
      schema: '0001-initial',
      bus: 'PostgreSQL',
      bus_version: 1,
    },
    ...{ key_fingerprint: 'another', mqtt_certificate: 'off', started: now - 60_000, until: now + 3_600_000 },
    draining: 0,
    ...row,
  };
  await db.write((tx) => tx.insertInto('servers').values(server).execute());
}
