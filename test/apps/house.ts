import { type ManualClock, manualClock } from '@azulejo/server/testing';
import { freePorts } from '../support/free-port.ts';
import { newApplication } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import type { Stage } from '../support/scene.ts';
import { startTcpRelay } from '../support/tcp-relay.ts';

/** Template of a lamp with a toggle, brightness and colour. */
export const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

/** A platform that can be restarted on the same ports, with a broker connection that can be cut. */
export type House = AsyncDisposable & {
  readonly clock: ManualClock;
  platform(): TestPlatform;
  restart(): Promise<void>;
  cutNetwork(): Promise<void>;
  restoreNetwork(): Promise<void>;
};

async function newHouse({ start }: Stage, more: Record<string, string>): Promise<House> {
  const clock = manualClock();
  const [http = 0, mqtt = 0, mqtts = 0] = await freePorts(3);
  await using opened = new AsyncDisposableStack();
  const relay = opened.use(await startTcpRelay({ host: '127.0.0.1', port: mqtt }));
  const environment = {
    HTTP_PORT: String(http),
    MQTT_PORT: String(mqtt),
    MQTTS_PORT: String(mqtts),
    MQTT_PUBLIC_URL: `mqtt://127.0.0.1:${relay.port}`,
    ...more,
  };
  let platform = await start({ environment, clock });
  const resources = opened.move();
  return {
    clock,
    platform: () => platform,
    cutNetwork: relay.cut,
    restoreNetwork: relay.restore,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
    async restart() {
      await platform[Symbol.asyncDispose]();
      platform = await start({ environment, clock });
    },
  };
}

/** Starts a house with an application, and returns the settings of an app that is built for it. */
export async function newHouseWithApp(stage: Stage, environment: Record<string, string> = {}) {
  const house = await newHouse(stage, environment);
  const namespace = 'casa-azul';
  const application = await newApplication(house.platform(), {
    namespace,
    appScheme: 'casaazul',
    minimumPasswordLength: 6,
  });
  const build = { url: house.platform().url, clientId: application.clientId, namespace };
  return { house, application, build };
}
