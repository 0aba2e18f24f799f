import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** Where a platform of the bench stores its data. */
export type Place = { readonly dataDir: string; readonly databaseUrl?: string };

/**
 * Creates a temporary folder and, with `postgresUrl`, a database on that server. Both
 * are removed with the stack.
 */
export async function newPlace(opened: AsyncDisposableStack, postgresUrl?: string): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-bench-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  if (postgresUrl === undefined) return { dataDir };
  const name = `azulejo_bench_${randomBytes(6).toString('hex')}`;
  await administer(postgresUrl, `create database ${name}`);
  opened.defer(() => administer(postgresUrl, `drop database ${name} with (force)`));
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return { dataDir, databaseUrl: url.href };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
