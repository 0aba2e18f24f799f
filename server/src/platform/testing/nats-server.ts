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

type NatsOptions = {
  /** Its own choice by default. */
  readonly port?: number;
  /** The arguments by which it checks accounts; by default it wants the user and the password of its address. */
  readonly account?: readonly string[];
  /** The arguments of TLS; without TLS by default. */
  readonly tls?: readonly string[];
};

/** Starts a NATS server. */
export async function startNats({
  port = -1,
  account = ['--user', 'bus', '--pass', 'secret'],
  tls = [],
}: NatsOptions = {}): Promise<TestNats> {
  const folder = mkdtempSync(join(tmpdir(), 'azulejo-nats-'));
  const child = spawn(
    natsServer ?? '',
    ['-a', '127.0.0.1', '-p', String(port), '--ports_file_dir', folder, ...account, ...tls],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  let address: string | undefined;
  const file = join(folder, `nats-server_${child.pid}.ports`);
  while (address === undefined) {
    try {
      const ports = JSON.parse(readFileSync(file, 'utf8')) as Record<'nats' | 'tls', readonly string[]>;
      address = (ports.tls ?? ports.nats)[0];
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
