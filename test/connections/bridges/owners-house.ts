import assert from 'node:assert/strict';
import type { Bridge } from '@azulejo/contract';
import { freePort } from '../../support/free-port.ts';
import { newPerson } from '../../support/people.ts';
import type { Stage } from '../../support/scene.ts';
import { startMosquitto } from './zigbee2mqtt.ts';

/** Starts a platform, and the MQTT server of a house whose owner, Ana, has not connected it yet. */
export async function setUpOwnersHouse(stage: Stage) {
  const platform = await stage.start();
  const { id: clientId } = await platform.server.features.homeApplication.get();
  const ana = await newPerson(platform, { clientId, secret: '' });
  const mqttPort = await freePort();
  stage.use(await startMosquitto(mqttPort));
  const call = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const response = await platform.request(`/v3/bridges${path}`, {
      method,
      token: ana.token,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${text}`);
    return JSON.parse(text) as Reply;
  };
  return {
    platform,
    ana,
    mqttPort,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    /** Calls an operation of `/v3/bridges` as Ana. */
    call,
    /** Returns the bridge once the condition is true. */
    until: async (id: string, fits: (bridge: Bridge) => boolean): Promise<Bridge> => {
      for (;;) {
        const bridge = await call<Bridge>('GET', `/${id}`);
        if (fits(bridge)) return bridge;
        await new Promise(setImmediate);
      }
    },
  };
}
