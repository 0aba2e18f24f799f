import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { marked } from 'marked';
import mqtt from 'mqtt';

const checkout = join(import.meta.dirname, '..', '..');

/** Stores the first example of a README in a new folder, in which programs find the packages. */
async function openExample(workspace: string, adapt: (code: string) => string = (code) => code) {
  const tokens = marked.lexer(await readFile(join(checkout, workspace, 'README.md'), 'utf8'));
  const [code = ''] = tokens.flatMap((token) =>
    token.type === 'code' && token['lang'] === 'ts' ? [String(token['text'])] : [],
  );
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-readme-'));
  await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'example.ts'), adapt(code));
  return {
    start: () => start(folder, 'example.ts'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs a program. Its output is read line by line; disposing the run ends it. */
function start(cwd: string, file: string) {
  const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, file], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** Returns the next line, or undefined when the program has ended. */
    nextLine: async (): Promise<string | undefined> => (await lines.next()).value,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

it("runs the example of the storage's README, which finds its rows again", async () => {
  await using example = await openExample('storage');
  for (const count of [2, 4]) {
    await using program = example.start();
    assert.equal(await program.nextLine(), `{"committed":true,"rows":[[],[{"count":${count}}]]}`);
    assert.equal(await program.nextLine(), `[ { id: 'a', count: ${count} } ]`);
    assert.equal(await program.nextLine(), undefined);
  }
});

it("runs the example of the broker's README, which serves a real client", async () => {
  await using example = await openExample('broker', (code) => code.replace('port: 1883', 'port: 0'));
  await using program = example.start();
  const [, port] = /^MQTT on port (\d+)$/.exec((await program.nextLine()) ?? '') ?? [];
  const url = `mqtt://127.0.0.1:${port}`;
  const connect = (password: string) => mqtt.connectAsync(url, { username: 'ana', password }, false);
  await assert.rejects(connect('wrong'), /bad username/i);

  await using opened = new AsyncDisposableStack();
  const client = opened.adopt(await connect('secret'), (each) => each.endAsync());
  const received: string[] = [];
  const both = new Promise<void>((resolve) => {
    client.on('message', (topic, payload) => {
      if (received.push(`${topic} ${payload}`) === 2) resolve();
    });
  });
  await assert.rejects(client.subscribeAsync('homes/ben/#'));
  await client.subscribeAsync('homes/ana/#');
  await client.publishAsync('homes/ana/lamp', 'on', { qos: 1 });
  await both;
  assert.deepEqual(received, ['homes/ana/lamp off', 'homes/ana/lamp on']);
});
