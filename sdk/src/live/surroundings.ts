/** Pages and their workers have a `location`; they speak MQTT over WebSocket only. */
export const isBrowser: boolean = 'location' in globalThis;
