/** True in pages and their workers, which have a `location` and can use MQTT over WebSocket only. */
export const isBrowser: boolean = 'location' in globalThis;
