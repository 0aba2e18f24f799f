import type { BridgeSecrets, Connection } from '../../connections/bridges/index.ts';
import type { LocalAddress } from './local-address.ts';

/**
 * Returns the settings of a bridge as environment variables: for its process, and for operators who run it
 * themselves.
 */
export function bridgeSettings(
  { mqttUrl, username, baseTopic }: Omit<Connection, 'password' | 'type'>,
  { clientId, clientSecret, password }: BridgeSecrets & { clientId: string },
  { platform, mqtt }: { platform: string; mqtt?: LocalAddress['mqtt'] },
): Record<string, string> {
  return {
    AZULEJO_URL: platform,
    ...(mqtt !== undefined && { AZULEJO_MQTT_URL: mqtt }),
    AZULEJO_CLIENT_ID: clientId,
    AZULEJO_CLIENT_SECRET: clientSecret,
    MQTT_URL: mqttUrl,
    ...(username !== undefined && { MQTT_USERNAME: username }),
    ...(password !== undefined && { MQTT_PASSWORD: password }),
    BASE_TOPIC: baseTopic,
  };
}
