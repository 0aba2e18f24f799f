/** A worker thread that copies an SQLite file, as one transaction sees it, while others write to it. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

const { file, target } = workerData as { file: string; target: string };

const database = new DatabaseSync(file, { timeout: 5_000 });
database.prepare('vacuum into ?').run(target);
database.close();

// VACUUM INTO does not sync the file that it writes: https://www.sqlite.org/lang_vacuum.html
const written = openSync(target, 'r+');
fsyncSync(written);
closeSync(written);
