import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePorts } from './free-port.ts';
import { startProgram } from './programs.ts';

/** The program in the folders of an account that is not root's, too. */
const PATH = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
export const hasHaproxy = spawnSync('haproxy', ['-v'], { env: PATH }).status === 0;

export type Balanced = { readonly http: number; readonly mqtt: number };

/** HAProxy in front of several servers, set up as the guide on several servers says. */
export type Balancer = AsyncDisposable & {
  readonly url: string;
  readonly mqttPort: number;
  /** What it printed, such as which servers it takes for dead. */
  readonly lines: readonly string[];
};

const configOf = (servers: readonly Balanced[], http: number, mqtt: number) => `
defaults
  timeout connect 2s
  timeout client 2h
  timeout server 2h
  retries 2
  option redispatch
  option httpchk GET /readyz?draining=404
  default-server check inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions
frontend http
  mode http
  bind 127.0.0.1:${http}
  default_backend http
backend http
  mode http
  http-check disable-on-404
  balance roundrobin
${servers.map((server, index) => `  server s${index} 127.0.0.1:${server.http}`).join('\n')}
frontend mqtt
  mode tcp
  bind 127.0.0.1:${mqtt}
  default_backend mqtt
backend mqtt
  mode tcp
  http-check disable-on-404
  balance roundrobin
${servers.map((server, index) => `  server s${index} 127.0.0.1:${server.mqtt} port ${server.http}`).join('\n')}
`;

/** Starts the balancer. Its file is written to `folder`. */
export async function startBalancer(folder: string, servers: readonly Balanced[]): Promise<Balancer> {
  const [http = 0, mqtt = 0] = await freePorts(2);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configOf(servers, http, mqtt));
  const environment = { PATH: PATH.PATH };
  const program = startProgram('haproxy', ['-f', file], { uid: undefined, environment });
  const url = `http://127.0.0.1:${http}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await setTimeout(100);
  const { lines } = program;
  return { url, mqttPort: mqtt, lines, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}
