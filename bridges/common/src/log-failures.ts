import type { Log } from './log.ts';

/**
 * Returns a handler of messages that logs those it cannot handle. Everybody on the MQTT server may send or retain a
 * message, and none of them must stop the bridge.
 */
export const logFailures =
  <Rest extends readonly unknown[]>(handle: (topic: string, ...rest: Rest) => void, log: Log) =>
  (topic: string, ...rest: Rest): void => {
    try {
      handle(topic, ...rest);
    } catch (error) {
      log('message_failed', { topic, reason: String(error) });
    }
  };
