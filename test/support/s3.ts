import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installExtraPackages } from './extra-packages.ts';

const PROGRAM = `
const [path, directory, bucket] = process.argv.slice(1);
const Server = require(path);
const options = { address: '127.0.0.1', port: 0, silent: true, directory };
new Server({ ...options, configureBuckets: [{ name: bucket }] }).run().then(({ port }) => console.log(port));`;

/**
 * Starts a store with the interface of S3, which keeps its objects in a temporary folder. It encrypts the tokens of
 * its lists by DES, which Node has only with an option for the whole process.
 */
export async function startS3({ bucket }: { bucket: string }) {
  const path = installExtraPackages('test/programs')('@20minutes/s3rver');
  const directory = await mkdtemp(join(tmpdir(), 'azulejo-s3-'));
  const args = ['--openssl-legacy-provider', '--no-deprecation', '-e', PROGRAM, path, directory, bucket];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const { value: port } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
      await rm(directory, { recursive: true });
    },
  };
}
