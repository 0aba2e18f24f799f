import { createUnmappedLog, type Log } from '@azulejo/bridge';
import { unmapped } from '@azulejo/devices/home-assistant';

/**
 * Returns a function that logs a device which is left out because there are too many. Only the first one is logged:
 * anybody on the MQTT server can send as many as they like.
 */
export function createLimitLog(log: Log): (device: string) => void {
  const unmappedLog = createUnmappedLog(log, 'limit');
  let isLogged = false;
  return (device) => {
    if (!isLogged) unmappedLog.set({ key: device, name: device }, [unmapped('', 'too_many_devices')]);
    isLogged = true;
  };
}
