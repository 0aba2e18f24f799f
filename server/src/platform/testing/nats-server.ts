import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A NATS server of a test. */
export type TestNats = { readonly port: number; readonly url: string; stop(): Promise<void> };

/** The program, or undefined where it is not installed. */
export const natsServer = findProgram('nats-server');

function findProgram(name: string): string | undefined {
  try {
    return execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Starts a NATS server on a port of its own choice, or on this one. */
export async function startNats(port = -1): Promise<TestNats> {
  const folder = mkdtempSync(join(tmpdir(), 'azulejo-nats-'));
  const account = ['--user', 'bus', '--pass', 'secret'];
  const child = spawn(
    natsServer ?? '',
    ['-a', '127.0.0.1', '-p', String(port), '--ports_file_dir', folder, ...account],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  let address: string | undefined;
  const file = join(folder, `nats-server_${child.pid}.ports`);
  while (address === undefined) {
    try {
      const { nats: addresses } = JSON.parse(readFileSync(file, 'utf8')) as { nats: readonly string[] };
      address = addresses[0];
    } catch {
      await setTimeout(5);
    }
  }
  const { port: own } = new URL(address);
  return {
    port: Number(own),
    url: `nats://bus:secret@127.0.0.1:${own}`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
