/*
 * The bridges that the known apps inject once the page is loaded, written from what they do (android-app 4.4,
 * ios-app 9.3). What the page says to the app goes to `heardByApp`.
 */
export type Dialect = 'android' | 'ios';

/** JSON as the library of one app writes it: what could end the text in which it is handed over is spelt out. */
const gson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&='\u2028\u2029]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** JSON inside a text in single quotes, as the other app escapes it. */
const quoted = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll("'", "\\'");

const android = (options: unknown): string => `
(() => {
  const text = ${JSON.stringify(JSON.stringify(options))};
  window.android = { call: (message) => heardByApp(message), options: () => text, ready: () => undefined };
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
  const act = (a) => (json, callback) => send({ a, d: JSON.parse(json) }, callback);
  const dispatch = (message) => {
    const { rcid, data } = JSON.parse(message);
    if (rcid) callbacks[rcid](data);
    else handler(data, null);
  };
  window.bridge = {
    init(given) {
      handler = given;
      const queue = waiting;
      waiting = undefined;
      queue.forEach(dispatch);
    },
    publish: act('publish'),
    subscribe: act('subscribe'),
    getUnitsSpec: (callback) => send({ a: 'getUnitsSpec' }, callback),
    _handle: (message) => (waiting ? waiting.push(message) : dispatch(message)),
  };
  const event = document.createEvent('Events');
  event.initEvent('WebViewJavascriptBridgeReady');
  event.bridge = window.bridge;
  event.options = android.options();
  document.dispatchEvent(event);
})();`;

const ios = (options: unknown): string => `
var options = '${quoted(options)}';
(() => {
  const callbacks = {};
  let count = 0;
  let waiting = [];
  let handler;
  const dispatch = (json) =>
    setTimeout(() => {
      const { responseId, responseData, data } = JSON.parse(json);
      if (responseId) callbacks[responseId](responseData);
      else handler(data);
    });
  window.WebViewJavascriptBridge = {
    init(given) {
      if (handler) throw new Error('init called twice');
      handler = given;
      const queue = waiting;
      waiting = undefined;
      queue.forEach(dispatch);
    },
    send(data, callback) {
      const message = { data };
      if (callback) {
        count += 1;
        message.callbackId = 'js_cb_' + count;
        callbacks[message.callbackId] = callback;
      }
      heardByApp(JSON.stringify(message));
    },
    _handleMessageFromObjC: (json) => (waiting ? waiting.push(json) : dispatch(json)),
  };
  const event = document.createEvent('Events');
  event.initEvent('WebViewJavascriptBridgeReady');
  event.bridge = window.WebViewJavascriptBridge;
  document.dispatchEvent(event);
})();`;

type Asked = { cid?: string; callbackId?: string; data: { a: string; d?: unknown } };

/** What is run in the page: the bridge, an answer to what was asked, and what the platform says. */
export const dialects = {
  android: {
    inject: android,
    answer: ({ cid }: Asked, data: unknown) => `bridge._handle('${gson({ rcid: cid, data })}')`,
    say: (data: unknown) => `bridge._handle('${gson({ data })}')`,
  },
  ios: {
    inject: ios,
    answer: ({ callbackId }: Asked, responseData: unknown) =>
      `WebViewJavascriptBridge._handleMessageFromObjC('${quoted({ responseId: callbackId, responseData })}')`,
    say: (data: unknown) => `WebViewJavascriptBridge._handleMessageFromObjC('${quoted({ data })}')`,
  },
} as const;

export type { Asked };
