import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OperatorsCertificate } from '../support/certificates.ts';

const POLL_MS = 50;
const deploy = join(import.meta.dirname, '..', '..', 'deploy');

/** Where a proxy listens, for HTTPS and for HTTP, and its certificate. */
export type Place = {
  readonly port: number;
  readonly httpPort: number;
  readonly certificate: OperatorsCertificate;
};

/** A proxy from Debian with its file from `deploy/`, in which only names, ports and certificates are replaced. */
export type Proxy = {
  readonly name: string;
  readonly file: string;
  readonly program: string;
  /** Returns the arguments, after writing its configuration into the folder. */
  prepare(folder: string, content: string, place: Place): Promise<string[]>;
  /** What the test replaces, because it has neither that name nor a public certificate for it. */
  replacements(place: Place): Readonly<Record<string, string>>;
};

export const caddy: Proxy = {
  name: 'Caddy',
  file: 'Caddyfile',
  program: 'caddy',
  replacements: ({ port, certificate: { certificate, key } }) => ({
    '{$DOMAIN:azulejo.example.org} {': `https://127.0.0.1:${port} {\n\ttls ${certificate} ${key}`,
  }),
  async prepare(folder, content, { port, httpPort }) {
    const file = join(folder, 'Caddyfile');
    await writeFile(file, `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${port}\n}\n${content}`);
    return ['run', '--adapter', 'caddyfile', '--config', file];
  },
};

export const nginx: Proxy = {
  name: 'nginx',
  file: 'nginx.conf',
  program: 'nginx',
  replacements: ({ port, httpPort, certificate: { certificate, key } }) => ({
    'listen [::]:80;\n': '',
    'listen [::]:443 ssl http2;\n': '',
    'listen 80;': `listen 127.0.0.1:${httpPort};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
    '/etc/letsencrypt/live/azulejo.example.org/fullchain.pem': certificate,
    '/etc/letsencrypt/live/azulejo.example.org/privkey.pem': key,
  }),
  async prepare(folder, content) {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    const http = `http {\naccess_log off;\n${temporary}\n${content}\n}`;
    // The workers of root's nginx belong to another account, which may not enter the folder of the tests.
    const account = process.getuid?.() === 0 ? 'user root;\n' : '';
    const global = `${account}daemon off;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}\n`;
    await writeFile(join(folder, 'nginx.conf'), global + http);
    return ['-c', join(folder, 'nginx.conf'), '-p', folder];
  },
};

/** Starts a proxy before the server at a port of this machine, and waits until it passes requests on. */
export async function startProxy(proxy: Proxy, server: number, place: Place) {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-proxy-'));
  let content = await readFile(join(deploy, proxy.file), 'utf8');
  const all = { ...proxy.replacements(place), '127.0.0.1:8480': `127.0.0.1:${server}` };
  for (const [written, real] of Object.entries(all)) {
    if (!content.includes(written)) throw new Error(`${proxy.file} does not contain ${written}`);
    content = content.replaceAll(written, real);
  }
  const child = spawn(proxy.program, await proxy.prepare(folder, content, place), {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
  });
  const url = `https://127.0.0.1:${place.port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  while (!(await isReady(url))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`${proxy.name} did not start: ${output}`);
    }
    await pause(POLL_MS);
  }
  return { url, [Symbol.asyncDispose]: stop };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
