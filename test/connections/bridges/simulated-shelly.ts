import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mqtt from 'mqtt';

type Members = Readonly<Record<string, unknown>>;
type Answers = { readonly info: Members; readonly config: Members; readonly status: Members };
type Request = {
  readonly id: unknown;
  readonly src: string;
  readonly method: string;
  readonly params?: Members;
};

const FIXTURE = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'devices',
  'fixtures',
  'home-assistant',
  'shelly.json',
);

export type SimulatedShelly = AsyncDisposable & {
  /** Somebody pushes a button. */
  push(component: string, event: string): Promise<void>;
  /** Loses the power: the MQTT server publishes its will. */
  cut(): void;
};

/** Starts a Shelly relay of the second generation, with `switch:0`, as its MQTT server sees it. */
export async function startShelly(port: number, prefix: string): Promise<SimulatedShelly> {
  const { info, config, status } = (JSON.parse(readFileSync(FIXTURE, 'utf8')) as Record<string, Answers>)[
    prefix
  ] as Answers;
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    reconnectPeriod: 0,
    will: { topic: `${prefix}/online`, payload: Buffer.from('false'), qos: 1, retain: true },
  });
  let relay = status['switch:0'] as Members;
  const notify = (method: string, params: Members) =>
    client.publishAsync(
      `${prefix}/events/rpc`,
      JSON.stringify({
        src: prefix,
        dst: `${prefix}/events`,
        method,
        params: { ts: 1_764_195_000, ...params },
      }),
    );

  /** Returns the result of a request; a relay that is set notifies all clients, too. */
  function resultOf({ method, params = {} }: Request): Members | undefined {
    if (method === 'Shelly.GetDeviceInfo') return info;
    if (method === 'Shelly.GetConfig') return config;
    if (method === 'Shelly.GetStatus') return { ...status, 'switch:0': relay };
    if (method !== 'Switch.Set') return undefined;
    const before = relay['output'];
    relay = { ...relay, output: params['on'], source: 'MQTT' };
    void notify('NotifyStatus', { 'switch:0': { id: 0, output: params['on'], source: 'MQTT' } });
    return { was_on: before };
  }

  client.on('message', (_topic, payload) => {
    const request = JSON.parse(payload.toString()) as Request;
    const result = resultOf(request);
    const error = { code: 404, message: `No handler for ${request.method}` };
    const reply = { id: request.id, src: prefix, dst: request.src, ...(result ? { result } : { error }) };
    client.publish(`${request.src}/rpc`, JSON.stringify(reply));
  });
  await client.subscribeAsync(`${prefix}/rpc`);
  await client.publishAsync(`${prefix}/online`, 'true', { qos: 1, retain: true });
  return {
    push: async (component, event) => {
      await notify('NotifyEvent', { events: [{ component, id: 0, event, ts: 1_764_195_000 }] });
    },
    cut: () => client.stream.destroy(),
    [Symbol.asyncDispose]: () => client.endAsync(true),
  };
}
