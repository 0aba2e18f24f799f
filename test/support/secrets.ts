import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Db } from '@azulejo/server/testing';
import { readTables as namesOfTables } from '@azulejo/storage/testing';

/** Credentials by their names, to be searched where they must not be. */
export type Secrets = Map<string, string>;

/** Returns the names of the secrets that a text contains, unchanged or in a reversible encoding. */
export function leaks(text: string, secrets: Secrets): string[] {
  return [...secrets]
    .filter(([, secret]) => disguises(secret).some((form) => text.includes(form)))
    .map(([what]) => what);
}

function disguises(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.join(','),
  ];
}

/** Returns every file below a folder as latin1 text. */
export async function readFiles(folder: string): Promise<Map<string, string>> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.map(async (file) => [file, (await readFile(file)).toString('latin1')] as const)),
  );
}

/** Returns every row of every table, as JSON. */
export async function readTables(db: Db): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { name } of await namesOfTables(db.read, db.engine)) {
    const rows = await db.read
      .selectFrom(name as keyof Database)
      .selectAll()
      .execute();
    texts.set(name, JSON.stringify(rows));
  }
  return texts;
}
