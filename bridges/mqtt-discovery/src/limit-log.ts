import type { Log } from '@azulejo/bridge';

/**
 * Returns a function that logs a device which is left out because there are too many. Only the first one is logged:
 * anybody on the MQTT server can send as many as they like.
 */
export function createLimitLog(log: Log, limit: number): (device: string) => void {
  let isLogged = false;
  return (device) => {
    if (!isLogged) log('device_limit_reached', { device, limit });
    isLogged = true;
  };
}
