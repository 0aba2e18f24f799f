import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@azulejo/sdk';
import { createManager, type ManagerClient } from '@azulejo/sdk/manager';
import { freePort } from '../../support/free-port.ts';
import { signedIn } from '../../support/live-scene.ts';
import { setUpPairing } from '../../support/pairing-scene.ts';
import { clientToken, newApplication, type Person } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { type Program, startProgram } from '../../support/programs.ts';
import { readJson } from '../../support/replies.ts';
import type { Stage } from '../../support/scene.ts';
import { inheritedEnvironment } from '../../support/server-process.ts';
import { type Observer, observe } from './mqtt-observer.ts';
import { startMosquitto } from './zigbee2mqtt.ts';

const BRIDGES = join(import.meta.dirname, '..', '..', '..', 'bridges');

export type BridgeScene = {
  readonly platform: TestPlatform;
  readonly mqttPort: number;
  /** The MQTT server of the house. */
  readonly mqttServer: { now: Program };
  /** All MQTT messages of the house. */
  readonly seen: Observer;
  readonly manager: ManagerClient;
  readonly ana: Person;
  /** The application through which Ana uses the platform. */
  readonly applicationId: string;
  readonly asAna: () => Promise<Client>;
  /** Lets Ana consent to a kind of device, as she does in the app. */
  consent(template: string): Promise<void>;
  startBridge(more?: readonly string[]): Program;
  /** Runs the command with exactly these arguments. */
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): Program;
  /** Returns a value as its manager reads it; undefined without one. */
  readValue(channel: string, component: string, property: string): Promise<unknown>;
  channel(key: string): Promise<{ id: string; name: string; template: string } | undefined>;
};

/** Starts a platform with Ana, a manager for the bridge, and the MQTT server of her house. */
export const setUpBridge = (stage: Stage): Promise<BridgeScene> => setUpBridgeOf('zigbee2mqtt', stage);

/** Does the same as `setUpBridge` for a bridge in one of the folders of `bridges/`. */
export async function setUpBridgeOf(folder: string, stage: Stage): Promise<BridgeScene> {
  const { platform, application, ana, authorize, submit } = await setUpPairing(stage);
  const { clientId, secret } = await newApplication(platform, { type: 'manager', name: folder });
  const mqttPort = await freePort();
  const mqttServer = { now: await startMosquitto(mqttPort) };
  stage.use({ [Symbol.asyncDispose]: () => mqttServer.now[Symbol.asyncDispose]() });
  const seen = stage.use(await observe(mqttPort, '#'));
  const secretFile = join(await mkdtemp(join(tmpdir(), 'azulejo-bridge-')), 'secret');
  await writeFile(secretFile, `${secret}\n`);
  const manager = createManager({ url: platform.url, clientId, clientSecret: secret });
  const node = [
    '--conditions=azulejo-source',
    '--disable-warning=ExperimentalWarning',
    join(BRIDGES, folder, 'src', 'main.ts'),
  ];
  let token: string | undefined;
  const run: BridgeScene['run'] = (args, environment = {}) =>
    startProgram(process.execPath, [...node, ...args], {
      uid: undefined,
      environment: { ...definedOf(inheritedEnvironment), ...environment },
    });
  return {
    platform,
    mqttPort,
    mqttServer,
    seen,
    manager,
    ana,
    applicationId: application.clientId,
    asAna: () => signedIn(platform, application, ana),
    consent: async (template) => {
      assert.equal((await submit(await authorize(ana, template), [])).status, 303);
    },
    run,
    startBridge: (more = []) =>
      run([
        ...['--platform', platform.url, '--platform-mqtt', `mqtt://127.0.0.1:${platform.config.mqtt.port}`],
        ...['--client-id', clientId, '--client-secret-file', secretFile],
        ...['--mqtt', `mqtt://127.0.0.1:${mqttPort}`, '--home', `${application.clientId}/${ana.id}`],
        ...more,
      ]),
    readValue: async (channel, component, property) => {
      token ??= (await clientToken(platform, { clientId, secret }, 'manager')).access_token;
      const path = `/v3/channels/${channel}/components/${component}/properties/${property}/value`;
      const response = await platform.request(path, { token });
      return response.status === 200 ? (await readJson<{ data: unknown }>(response)).data : undefined;
    },
    channel: async (key) => {
      for await (const { channel } of manager.channels.list({ 'channel.remote_key': key }))
        return { id: channel.id ?? '', name: channel.name ?? '', template: channel.channeltemplate_id ?? '' };
      return undefined;
    },
  };
}

const definedOf = (environment: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
