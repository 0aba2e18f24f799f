/* The known state of each property: requested, reported, pending, or without an answer. */
(() => {
  const page = window.devicePage;
  /** The platform itself answers a read within 5 seconds, with the last known value. */
  const READ_MS = 8000;
  const WRITE_MS = 12000;

  /** `app` is the object that `page.connect` passes to its callback. */
  page.createValues = (app) => {
    const slots = new Map();
    const keyOf = ({ channel, component, property }) => `${channel}/${component}/${property}`;

    function change(slot, members) {
      Object.assign(slot, members);
      for (const listen of slot.listeners) listen(slot);
    }

    function wait(slot, ms, then) {
      clearTimeout(slot.timer);
      slot.timer = setTimeout(then, ms);
    }

    function ask(slot) {
      app.publish(Object.assign({ io: 'r' }, slot.address));
      wait(slot, READ_MS, () => change(slot, { isOverdue: true, isPending: false }));
    }

    app.onMessage = (message) => {
      const slot = slots.get(keyOf(message));
      if (!slot || !/^i/.test(String(message.io))) return;
      if (message.data === undefined || message.data === null) return;
      const isReport = message.io === 'iw';
      // The answer to a read does not settle a pending write.
      if (slot.isPending && !isReport) return;
      clearTimeout(slot.timer);
      change(slot, {
        value: message.data,
        received: new Date(),
        isOverdue: false,
        isStale: message.stale === true,
        isPending: false,
        isFailed: false,
      });
    };

    return {
      /**
       * Calls `listen(slot)` now and on each change of `value`, `isOverdue`, `isStale`, `isPending`,
       * `isFailed`.
       */
      follow(address, isReadable, listen) {
        const key = keyOf(address);
        const known = slots.get(key);
        const slot = known || { address, isReadable, listeners: [] };
        slots.set(key, slot);
        slot.listeners.push(listen);
        if (!known && isReadable) ask(slot);
        listen(slot);
        return slot;
      },
      /** Reads all followed properties again. */
      refresh() {
        for (const slot of slots.values()) if (slot.isReadable && !slot.isPending) ask(slot);
      },
      write(slot, data) {
        app.publish(Object.assign({ io: 'w', data }, slot.address));
        if (!slot.isReadable) {
          change(slot, { isSent: true });
          wait(slot, 3000, () => change(slot, { isSent: false }));
          return;
        }
        change(slot, { isPending: true, wanted: data, isFailed: false });
        wait(slot, WRITE_MS, () => {
          change(slot, { isPending: false, isFailed: true });
          ask(slot);
        });
      },
    };
  };
})();
