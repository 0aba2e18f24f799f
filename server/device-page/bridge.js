/*
 * The app around the page. Each known app injects a bridge of its own once the page is there, and tells of it by one
 * event; what is said over it is the same (android-app 4.4, ios-app 9.3, 9.4). The web views may be years old: the
 * scripts keep to ES2017, and are no modules, which files may not be.
 */
window.devicePage = {};

(() => {
  const page = window.devicePage;

  function parse(text) {
    if (typeof text !== 'string') return text || {};
    try {
      return JSON.parse(text) || {};
    } catch (_error) {
      return {};
    }
  }

  /** One app has a function for each act, which takes JSON text; the other takes any act as an object. */
  function actsOf(bridge) {
    if (window.android && typeof bridge.publish === 'function') {
      return {
        publish: (message) => bridge.publish(JSON.stringify(message)),
        subscribe: (channel) => bridge.subscribe(JSON.stringify({ channel })),
        getUnits: (answer) => bridge.getUnitsSpec(answer),
        isReady: () => undefined,
      };
    }
    return {
      publish: (message) => bridge.send({ a: 'publish', d: message }),
      subscribe: (channel) => bridge.send({ a: 'subscribe', d: { channel } }),
      getUnits: (answer) => bridge.send({ a: 'getUnitsSpec' }, answer),
      isReady: () => bridge.send({ a: 'bridgeReady' }),
    };
  }

  /**
   * Calls `ready(app)` once there is a bridge. `app.options` is `{channels, tiles, preferences}`, `app.publish(message)`
   * and `app.subscribe(channelId)` speak, `app.getUnits(done)` answers the units table, if it ever does; what the
   * platform says goes to `app.onMessage`.
   */
  page.connect = (ready) => {
    let isConnected = false;
    function begin(bridge, options) {
      if (isConnected) return;
      isConnected = true;
      const acts = actsOf(bridge);
      const app = {
        options: parse(options),
        publish: acts.publish,
        subscribe: acts.subscribe,
        getUnits: (done) =>
          // The apps answer with one argument; other versions of the bridge put an error before it.
          acts.getUnits((first, second) => {
            const answer = second || first;
            if (answer && answer.d) done(answer.d);
          }),
        onMessage: () => undefined,
      };
      bridge.init((message) => {
        const said = parse(message);
        if (said.a === 'publish' && said.d) app.onMessage(said.d);
      });
      acts.isReady();
      ready(app);
    }
    document.addEventListener('WebViewJavascriptBridgeReady', (event) =>
      begin(event.bridge || window.WebViewJavascriptBridge || window.bridge, event.options || window.options),
    );
    if (window.WebViewJavascriptBridge) begin(window.WebViewJavascriptBridge, window.options);
    else if (window.bridge && window.android) begin(window.bridge, window.android.options());
  };
})();
