import { type SetTimer, setSystemTimer } from '@azulejo/bridge';

/** The state of the connection to the MQTT server of the devices. */
export type Connection = {
  isConnected(): boolean;
  /** Returns whether devices have had enough time to announce themselves and their availability. */
  isSettled(): boolean;
  /** Returns whether that was so at any time since the start. */
  wasSettled(): boolean;
  set(isConnected: boolean): void;
  close(): void;
};

const SETTLE_MS = 10_000;

export function createConnection(onSettled: () => void, setTimer: SetTimer = setSystemTimer): Connection {
  let isConnected = false;
  let isSettled = false;
  let wasSettled = false;
  let timer: Disposable | undefined;
  return {
    isConnected: () => isConnected,
    isSettled: () => isSettled,
    wasSettled: () => wasSettled,
    set: (now) => {
      isConnected = now;
      isSettled = false;
      timer?.[Symbol.dispose]();
      if (!now) return;
      timer = setTimer(SETTLE_MS, () => {
        isSettled = true;
        wasSettled = true;
        onSettled();
      });
    },
    close: () => timer?.[Symbol.dispose](),
  };
}
