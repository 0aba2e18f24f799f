/** The connection to the MQTT server of the devices, as far as it says what can be believed. */
export type Connection = {
  isConnected(): boolean;
  /** Whether devices had enough time to announce themselves, and to say whether they are there. */
  isSettled(): boolean;
  set(isConnected: boolean): void;
  close(): void;
};

const SETTLE_MS = 10_000;

export function createConnection(onSettled: () => void): Connection {
  let isConnected = false;
  let isSettled = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    isConnected: () => isConnected,
    isSettled: () => isSettled,
    set: (now) => {
      isConnected = now;
      isSettled = false;
      clearTimeout(timer);
      if (!now) return;
      timer = setTimeout(() => {
        isSettled = true;
        onSettled();
      }, SETTLE_MS);
    },
    close: () => clearTimeout(timer),
  };
}
