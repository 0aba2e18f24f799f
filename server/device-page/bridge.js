/*
 * The app around the page. Each known app injects a script of its own once the page is loaded, and that
 * script dispatches one event with the bridge and the options. Both bridges have the same functions: they
 * take JSON text, which they parse themselves (an object makes them throw), and pass objects to the page. The
 * script itself reports that the bridge is ready. The web views may be years old: the scripts of this page
 * use ES2017 only and are not modules, because a page that is opened from a file cannot load modules.
 */
window.devicePage = {};

(() => {
  const page = window.devicePage;

  /** Parses the options, which are JSON text. A page that cannot read them still starts. */
  function parse(text) {
    try {
      return JSON.parse(text) || {};
    } catch (_error) {
      return {};
    }
  }

  /**
   * Calls `ready(app)` once there is a bridge. `app.options` is `{channels, tiles, preferences}`,
   * `app.publish(message)` and `app.subscribe(channelId)` send to the platform, `app.getUnits(done)` calls
   * `done` with the app's units table if the app returns one; messages of the platform go to `app.onMessage`.
   * In the rule editor, `app.saveRule(rule)` ends the page.
   */
  page.connect = (ready) => {
    let isConnected = false;
    function begin(bridge, options) {
      if (isConnected) return;
      isConnected = true;
      const app = {
        options: parse(options),
        publish: (message) => bridge.publish(JSON.stringify(message)),
        subscribe: (channel) => bridge.subscribe(JSON.stringify({ channel })),
        getUnits: (done) =>
          bridge.getUnitsSpec((answer) => {
            if (answer && answer.d) done(answer.d);
          }),
        saveRule: (rule) => bridge.saveRule(JSON.stringify(rule)),
        onMessage: () => undefined,
      };
      // Messages wait in the bridge until this is called. One app throws when it is called a second time.
      bridge.init((message) => {
        if (message && message.a === 'publish' && message.d) app.onMessage(message.d);
      });
      ready(app);
    }
    document.addEventListener('WebViewJavascriptBridgeReady', (event) => begin(event.bridge, event.options));
    if (window.WebViewJavascriptBridge) begin(window.WebViewJavascriptBridge, window.options);
    else if (window.bridge && window.android) begin(window.bridge, window.android.options());
  };
})();
