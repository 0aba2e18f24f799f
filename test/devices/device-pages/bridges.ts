/*
 * The bridges that the known apps inject once the page is loaded, with the behaviour of the apps' own scripts
 * (android-app 4.4, ios-app 9.3, 9.4). What the page sends to the app goes to `receivedByApp`, as JSON text.
 */
export type Dialect = 'android' | 'ios';

/**
 * Returns JSON as Gson in the Android app writes it, with escapes for all that could end the surrounding
 * text.
 */
const gson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&='\u2028\u2029]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns JSON within a text in single quotes, as the iOS app escapes it. */
const quoted = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll("'", "\\'");

const android = (options: unknown): string => `
(() => {
  if (window.bridge) return;
  const text = ${JSON.stringify(JSON.stringify(options))};
  window.android = {
    call: (message) => receivedByApp(message),
    options: () => text,
    ready: () => receivedByApp('{"data":{"a":"bridgeReady"}}'),
  };
  const callbacks = {};
  let count = 0;
  let waiting = [];
  let handler;
  const send = (data, callback) => {
    const message = { data };
    if (callback) {
      count += 1;
      message.cid = String(count);
      callbacks[message.cid] = callback;
    }
    android.call(JSON.stringify(message));
  };
  const action = (a) => (json, callback) => send({ a, d: JSON.parse(json) }, callback);
  const dispatch = (message) => {
    const { rcid, data } = JSON.parse(message);
    if (rcid) {
      const callback = callbacks[rcid];
      delete callbacks[rcid];
      if (callback) callback(data);
    } else handler(data, null);
  };
  window.bridge = {
    init(given) {
      handler = given;
      const queue = waiting || [];
      waiting = undefined;
      queue.forEach(dispatch);
    },
    publish: action('publish'),
    subscribe: action('subscribe'),
    unsubscribe: action('unsubscribe'),
    saveRule: (json) => send({ a: 'saveRule', d: JSON.parse(json) }),
    getUnitsSpec: (callback) => send({ a: 'getUnitsSpec' }, callback),
    getContacts: (callback) => send({ a: 'getContacts' }, callback),
    openUrl: (url, callback) => send({ a: 'openUrl', d: { value: url } }, callback),
    _handle: (message) => (waiting ? waiting.push(message) : dispatch(message)),
  };
  const event = document.createEvent('Events');
  event.initEvent('WebViewJavascriptBridgeReady');
  event.bridge = window.bridge;
  event.options = android.options() || '{}';
  document.dispatchEvent(event);
  android.ready();
})();`;

/**
 * Returns the iOS script, which signals pending messages by navigating a frame to its own URL scheme, which
 * the app intercepts. Here the navigation only shows that the page permits it: the message itself is passed
 * on at once, so that tests can count.
 */
const ios = (options: unknown): string => `
var options = '${quoted(options)}';
(() => {
  if (window.WebViewJavascriptBridge) return;
  const callbacks = {};
  let count = 0;
  let waiting = [];
  const frame = document.createElement('iframe');
  frame.style.display = 'none';
  document.documentElement.appendChild(frame);
  const send = (message, callback) => {
    if (callback) {
      count += 1;
      message.callbackId = 'cb_' + count;
      callbacks[message.callbackId] = callback;
    }
    receivedByApp(JSON.stringify(message));
    frame.src = '${IOS_FETCH_ADDRESS}';
  };
  const action = (a) => (json, callback) => send({ data: { a, d: JSON.parse(json) } }, callback);
  const dispatch = (json) =>
    setTimeout(() => {
      const { responseId, responseData, data } = JSON.parse(json);
      if (responseId) {
        const callback = callbacks[responseId];
        delete callbacks[responseId];
        if (callback) callback(responseData);
      } else bridge._messageHandler(data);
    });
  const bridge = {
    init(given) {
      if (bridge._messageHandler) throw new Error('WebViewJavascriptBridge.init called twice');
      bridge._messageHandler = given;
      const queue = waiting;
      waiting = undefined;
      queue.forEach(dispatch);
    },
    send: action('signal'),
    publish: action('publish'),
    subscribe: action('subscribe'),
    unsubscribe: action('unsubscribe'),
    saveRule: action('saveRule'),
    openUrl: (d, callback) => send({ data: { a: 'openUrl', d } }, callback),
    getUnitsSpec: (callback) => send({ data: { a: 'getUnitsSpec' } }, callback),
    getGrammar: action('getGrammar'),
    _handleMessageFromObjC: (json) => (waiting ? waiting.push(json) : dispatch(json)),
  };
  window.WebViewJavascriptBridge = bridge;
  const event = document.createEvent('Events');
  event.initEvent('WebViewJavascriptBridgeReady');
  event.options = options || '{}';
  event.bridge = bridge;
  document.dispatchEvent(event);
  setTimeout(() => send({ data: { a: 'bridgeReady' } }), 0);
})();`;

/** The address to which the iOS script navigates its frame when messages are pending. */
export const IOS_FETCH_ADDRESS = 'wvjbscheme://__WVJB_QUEUE_MESSAGE__';

type Requested = { cid?: string; callbackId?: string; data: { a: string; d?: unknown } };

/** The scripts that run in the page: the bridge, an answer to a call, and a message from the platform. */
export const dialects = {
  android: {
    inject: android,
    answer: ({ cid }: Requested, data: unknown) => `bridge._handle('${gson({ rcid: cid, data })}')`,
    deliver: (data: unknown) => `bridge._handle('${gson({ data })}')`,
  },
  ios: {
    inject: ios,
    answer: ({ callbackId }: Requested, responseData: unknown) =>
      `WebViewJavascriptBridge._handleMessageFromObjC('${quoted({ responseId: callbackId, responseData })}')`,
    deliver: (data: unknown) => `WebViewJavascriptBridge._handleMessageFromObjC('${quoted({ data })}')`,
  },
} as const;

export type { Requested };
