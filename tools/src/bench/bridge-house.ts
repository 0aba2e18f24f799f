import { setTimeout } from 'node:timers/promises';
import type { BridgeDevices } from '@azulejo/contract';
import { type Client, createClient, type Live } from '@azulejo/sdk';
import {
  LAMP,
  newNetwork,
  type Observer,
  observe,
  startMosquitto,
  startZigbee2Mqtt,
  type Zigbee2Mqtt,
} from '@azulejo/test/bridge-rig';
import { freePort } from './free-port.ts';
import { openServer } from './home.ts';
import type { Place } from './place.ts';
import type { PlatformProcess } from './platform-process.ts';

/** A lamp with addresses that no device of the network has. */
export const BENCH_LAMP = { ...LAMP, ieeeAddr: '0x00158d0000ffff01', nwkAddr: 9_000 };
const MODELS = 299;
const SEED = 7;
const POLL_MS = 250;
/** A limit for the slowest machine; the aim is a minute. */
const BRING_MS = 300_000;
export const LAMP_NAME = 'Bench lamp';
/** A device more is the bridge itself. */
const CHANNELS = MODELS + 2;

export type House = {
  /** Its MQTT server. */
  readonly mqttUrl: string;
  readonly zigbee: Zigbee2Mqtt;
  /** Observes what the lamp reports. */
  readonly lamp: Observer;
  /** Starts Zigbee2MQTT again after it was killed. Resolves when it has started. */
  startAgain(): Promise<void>;
};

/** Starts a home with a lamp and devices of 299 models at a Zigbee2MQTT whose radio is simulated. */
export async function startHouse(opened: AsyncDisposableStack): Promise<House> {
  const mqttPort = await freePort();
  opened.use(await startMosquitto(mqttPort));
  const settings = {
    mqttPort,
    devices: [BENCH_LAMP, ...newNetwork(SEED, MODELS)],
    names: { [BENCH_LAMP.ieeeAddr]: LAMP_NAME },
  };
  const zigbee = opened.use(await startZigbee2Mqtt(settings));
  const lamp = opened.use(await observe(mqttPort, `zigbee2mqtt/${LAMP_NAME}`));
  return {
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    zigbee,
    lamp,
    startAgain: async () => {
      opened.use(await startZigbee2Mqtt({ ...settings, dataDir: zigbee.dataDir }));
    },
  };
}

export type Owner = { readonly clientId: string; readonly email: string; readonly password: string };

/** Creates a user of Home, who may connect bridges. */
export async function makeOwner(place: Place): Promise<Owner> {
  await using server = await openServer(place);
  const { accounts, homeApplication } = server.features;
  const { id: clientId } = await homeApplication.get();
  const account = { email: 'owner@bench.example', password: 'correct horse battery staple' };
  await accounts.create({ appId: clientId, name: 'Rosa Reis', ...account });
  return { clientId, ...account };
}

/** Signs the owner in, and connects the bridge; the server starts its process. */
export async function connectBridge(
  { url, mqttPort }: PlatformProcess,
  { clientId, email, password }: Owner,
  mqttUrl: string,
) {
  const client = createClient({ url, clientId });
  await client.signIn.password({ username: email, password });
  const { id: bridge_id } = await client.bridges.create({ type: 'zigbee2mqtt', mqtt_url: mqttUrl });
  return {
    id: bridge_id,
    /** Resolves when all devices have channels. */
    async created(): Promise<void> {
      const deadline = performance.now() + BRING_MS;
      for (;;) {
        const { state, devices, problem } = await client.bridges.get({ bridge_id });
        if (state === 'running' && devices === CHANNELS) return;
        if (performance.now() > deadline) throw new Error(`Only ${devices} devices were created: ${problem}`);
        await setTimeout(POLL_MS);
      }
    },
    /** Adds the lamp to the home; returns the address of its brightness. */
    async addLamp() {
      const channel = await findLamp(client, bridge_id);
      await client.bridges.addDevices({ bridge_id, devices: [{ id: channel }] });
      return { channel, component: 'light-bulb', property: 'brightness' };
    },
    live: (): Promise<Live> => client.live.connect({ url: `mqtt://127.0.0.1:${mqttPort}` }),
  };
}

/** Looks through the pages of the bridge's devices. */
async function findLamp(client: Client, bridge_id: string): Promise<string> {
  for (let after: string | null = ''; after !== null; ) {
    const page: BridgeDevices = await client.bridges.devices({ bridge_id, after });
    const lamp = page.devices.find(({ name }) => name === LAMP_NAME);
    if (lamp) return lamp.id;
    after = page.next;
  }
  throw new Error('The bridge has no lamp.');
}
