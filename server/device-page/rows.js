/* One property: its name, its control or reading, and whether its value is current. */
(() => {
  const page = window.devicePage;
  const { make, i18n } = page;

  const can = (property, letters) => letters.split('').some((letter) => property.io.includes(letter));

  function controlOf(context) {
    const [first] = context.property.controlInterfaces || [];
    if (context.property.schema && /\/?composite$/.test(context.property.schema)) {
      return context.isWritable ? page.compositeControl(context) : page.reading(context);
    }
    const build = context.isWritable && first && page.controls[first.controlInterface];
    return build ? build(context) : page.reading(context);
  }

  function stateOf(slot, context) {
    if (slot.isPending) return ['pending', i18n.t('Waiting for the device…')];
    if (slot.isSent) return ['sent', i18n.t('Sent.')];
    if (slot.isFailed) return ['failed', i18n.t('The device did not confirm this.')];
    if (!slot.isReadable) return ['known', ''];
    if (slot.value === undefined) return ['unknown', ''];
    if (slot.isStale || slot.isOverdue) {
      const time = context.units.time(slot.received);
      return ['stale', i18n.t('The device is not answering. Last known at {time}.', { time })];
    }
    return ['known', ''];
  }

  /**
   * Creates the row of a property. `address` is `{channel, component, property}`; `services` has `values`,
   * `units` and the tile’s `title`.
   */
  page.row = (property, address, services) => {
    const [first = { config: {} }] = property.controlInterfaces || [];
    const isReadable = can(property, 'rs');
    const isWritable = can(property, 'w');
    const labelId = page.newId();
    let slot;
    const context = {
      property,
      title: services.title,
      units: services.units,
      config: Object.assign(page.limitsOf(property), first.config),
      labelId,
      isWritable,
      isWriteOnly: isWritable && !isReadable,
      view: () => services.units.of(property, context.config),
      send: (value) => services.values.write(slot, value),
    };
    const control = controlOf(context);
    const note = make('p', { class: 'note' });
    const label = make('div', { id: labelId, class: 'label' }, property.label || property.id);
    const names = { 'data-component': address.component, 'data-property': address.property };
    const element = make('div', Object.assign({ class: 'row' }, names), label, control.element, note);
    let lastState = '';
    const update = (changed) => {
      control.update(changed);
      const [state, text] = stateOf(changed, context);
      element.setAttribute('data-state', state);
      note.textContent = text;
      if (state === 'failed' && lastState !== 'failed') page.announce(`${property.label}: ${text}`);
      lastState = state;
    };
    slot = services.values.follow(address, isReadable, update);
    return { element, update: () => update(slot) };
  };
})();
