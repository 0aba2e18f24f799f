import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { commandLine } from '../support/package.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { inheritedEnvironment } from '../support/server-process.ts';
import { lacksTerminal, startOnTerminal } from '../support/terminal.ts';

const PASSPHRASE = 'blue and white tiles';

/** Runs a command on a terminal, and types an answer to each question. */
async function answering(dataDir: string, args: readonly string[], answers: readonly [RegExp, string][]) {
  const terminal = startOnTerminal([process.execPath, commandLine, ...args], {
    cwd: dataDir,
    env: { ...inheritedEnvironment, DATA_DIR: dataDir, XDG_CONFIG_HOME: dataDir },
  });
  let place = 0;
  for (const [question, answer] of answers) {
    place = await terminal.hasShown(question, place);
    terminal.type(`${answer}\r`);
  }
  return { code: await terminal.ended, shown: terminal.shown() };
}

const setUp = async ({ place, start, use }: Stage) => {
  await (await start())[Symbol.asyncDispose]();
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-passphrase-'));
  use({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) });
  return { dataDir: place.dataDir, folder };
};

describe('a backup with a passphrase, on a terminal', { skip: lacksTerminal }, () => {
  onSqlite('the command line', setUp, (scene) => {
    const file = () => join(scene().folder, 'backup.age');
    const backUp = (first: string, second: string) =>
      answering(
        scene().dataDir,
        ['backup', file(), '--passphrase'],
        first === ''
          ? [[/Passphrase of the backup:/, first]]
          : [
              [/Passphrase of the backup:/, first],
              [/Repeat the passphrase:/, second],
            ],
      );
    const restore = (passphrase: string, to: string) =>
      answering(
        scene().dataDir,
        ['restore', file(), '--data-dir', join(scene().folder, to)],
        [[/Passphrase of the backup:/, passphrase]],
      );

    it('writes nothing when the passphrases differ or are empty', async () => {
      for (const [first, second, reason] of [
        [PASSPHRASE, 'another', /error: the passphrases do not match/],
        ['', '', /error: the passphrase must not be empty/],
      ] as const) {
        const { code, shown } = await backUp(first, second);
        assert.equal(code, 1);
        assert.match(shown, reason);
        assert.equal(existsSync(file()), false);
      }
    });

    it('asks for the passphrase twice without showing it, and once to restore', async () => {
      const made = await backUp(PASSPHRASE, PASSPHRASE);
      assert.equal(made.code, 0, made.shown);
      assert.match(made.shown, /backup\.age \(.*, encrypted\)/);
      const restored = await restore(PASSPHRASE, 'restored');
      assert.equal(restored.code, 0, restored.shown);
      assert.match(restored.shown, /Restored the backup of .*: \d+ rows/);
      for (const { shown } of [made, restored]) {
        assert.ok(!shown.includes(PASSPHRASE));
        assert.match(shown, /\*{20}/);
      }
    });

    it('says that the passphrase is wrong, and restores nothing', async () => {
      const { code, shown } = await restore('white and blue tiles', 'wrong');
      assert.equal(code, 1);
      assert.match(shown, /the passphrase is wrong/);
      assert.equal(existsSync(join(scene().folder, 'wrong', 'azulejo.sqlite')), false);
    });
  });
});
