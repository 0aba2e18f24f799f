/**
 * For tests only: a process to be killed, or with limits of its own. It prints what it has locked or stored on its
 * standard output.
 */
import { writeSync } from 'node:fs';
import { lockDataDir } from './data-dir-lock.ts';
import { exportTo } from './export.ts';
import { type FixtureTables, fixtureMigrations, prepareFixture } from './fixture.ts';
import { openStorage } from './open.ts';
import type { Place } from './testing.ts';

const say = (line: string) => writeSync(1, `${line}\n`);

const tasks: Record<string, (argument: string) => Promise<void>> = {
  async lock(dir) {
    lockDataDir(dir);
    say('locked');
    setInterval(() => undefined, 60_000);
  },
  /** Stores counters in an endless loop, eight at a time, and prints each id when it is acknowledged. */
  async write(argument) {
    const { place, from } = JSON.parse(argument) as { place: Place; from: number };
    const storage = await openStorage<FixtureTables>({ ...place, migrations: fixtureMigrations });
    const { addCounter, raise } = prepareFixture(storage);
    let next = from;
    const writeOn = async () => {
      for (;;) {
        const id = String(next++);
        await storage.unit([
          addCounter.bind({ id, count: 0 }),
          raise.bind({ id, by: 1 }, { expectRow: true }),
        ]);
        say(id);
      }
    };
    await Promise.all(Array.from({ length: 8 }, writeOn));
  },
  /** Exports a database, and prints the code of the error or nothing. */
  async export(argument) {
    const { place, file } = JSON.parse(argument) as { place: Place; file: string };
    await using storage = await openStorage({ ...place, migrations: fixtureMigrations });
    await exportTo(storage, file).catch((error: NodeJS.ErrnoException) => say(String(error.code)));
  },
};

const [task = '', argument = ''] = process.argv.slice(2);
await tasks[task]?.(argument);
