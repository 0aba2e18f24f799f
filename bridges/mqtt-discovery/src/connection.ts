import { type SetTimer, setSystemTimer } from '@azulejo/bridge';

/** The connection to the MQTT server of the devices, as far as it says what can be believed. */
export type Connection = {
  isConnected(): boolean;
  /** Whether devices had enough time to announce themselves, and to say whether they are there. */
  isSettled(): boolean;
  set(isConnected: boolean): void;
  close(): void;
};

const SETTLE_MS = 10_000;

export function createConnection(onSettled: () => void, setTimer: SetTimer = setSystemTimer): Connection {
  let isConnected = false;
  let isSettled = false;
  let timer: Disposable | undefined;
  return {
    isConnected: () => isConnected,
    isSettled: () => isSettled,
    set: (now) => {
      isConnected = now;
      isSettled = false;
      timer?.[Symbol.dispose]();
      if (!now) return;
      timer = setTimer(SETTLE_MS, () => {
        isSettled = true;
        onSettled();
      });
    },
    close: () => timer?.[Symbol.dispose](),
  };
}
