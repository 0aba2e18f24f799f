/*
 * The fields of one rule, made of the controls of the device page. Each is `{element, value(), text(), fault()}`:
 * what is chosen, in words, and why it cannot be saved.
 */
(() => {
  const page = window.devicePage;
  const { make, i18n } = page;

  const NAMES = {
    time: () => i18n.t('Time'),
    from: () => i18n.t('From'),
    to: () => i18n.t('To'),
    days: () => i18n.t('Days'),
    offset: () => i18n.t('Earlier or later'),
    every: () => i18n.t('How often'),
  };

  const optionsOf = ({ controlInterface, config }) =>
    controlInterface === 'switch'
      ? [
          { value: true, label: config.on || i18n.t('On') },
          { value: false, label: config.off || i18n.t('Off') },
        ]
      : config.options || config.presets || [];

  /** Controls of the device page that edit the value. A switch has two states, of which one is chosen. */
  const BUILT = {
    switch: 'text-picker',
    'text-picker': 'text-picker',
    'place-picker': 'text-picker',
    number: 'number',
    slider: 'number',
    text: 'text',
    color: 'color',
  };

  /** Creates a field around a control of the device page. */
  function valueField(offer, control, context) {
    const { units } = context;
    const config = Object.assign({}, page.limitsOf(offer.property), control.config);
    const options = optionsOf(control);
    const kind = BUILT[control.controlInterface];
    if (!kind) return undefined;
    let chosen;
    let isFaulty = false;
    const view = () => units.of(offer.property, config);
    const built = page.controls[kind]({
      property: Object.assign({}, offer.property, { classes: [] }),
      config: kind === 'text-picker' ? { options } : config,
      labelId: context.labelId,
      isMember: kind !== 'text-picker',
      isWriteOnly: false,
      view,
      onFault(is) {
        isFaulty = is;
        context.changed();
      },
      send(value) {
        chosen = value;
        built.update({ value });
        context.changed();
      },
    });
    built.update({ isUnchosen: true });
    const option = () => options.filter((each) => page.same(each.value, chosen))[0];
    return {
      element: built.element,
      value: () => chosen,
      text() {
        if (chosen === undefined || isFaulty) return '…';
        if (option()) return option().label;
        if (typeof chosen === 'number') return view().text(chosen);
        return typeof chosen === 'object' ? i18n.t('a color') : String(chosen);
      },
      fault() {
        if (isFaulty) return i18n.t('Correct this first.');
        if (kind === 'text-picker' && options.length === 0) return i18n.t('There is nothing to choose yet.');
        return chosen === undefined || chosen === '' ? i18n.t('Choose or enter something.') : '';
      },
      /** Returns the displayed number with its unit: what the person means, whatever the unit of the device. */
      shown() {
        const { unit, shown } = view();
        const isConverted = typeof chosen === 'number' && unit !== undefined;
        return isConverted ? { value: shown(chosen), unit } : { value: chosen };
      },
    };
  }

  /** Creates a value that is always the same, as that of a push button. */
  const fixedField = ({ config }) => ({
    element: undefined,
    value: () => (config.value === undefined ? true : config.value),
    text: () => config.label || '',
    fault: () => '',
    shown: () => ({ value: config.value === undefined ? true : config.value }),
  });

  function build(offer, control, context) {
    const { controlInterface: kind, config } = control;
    if (kind === 'button') return fixedField(control);
    if (kind === 'time-picker') return page.timeField(context);
    if (kind === 'duration')
      return control.id === 'offset' ? page.offsetField(context) : page.durationField(context);
    if (config.multiple) return page.severalField(Object.assign({ config }, context));
    return valueField(offer, control, context);
  }

  /** Creates the fields of an offer, each with its name. Returns undefined if one has no control here. */
  page.fieldsOf = (offer, services) => {
    const { property, rule } = offer;
    const isAlone = rule.inputs.length === 1;
    const fields = rule.inputs.map((input) => {
      const control = (property.controlInterfaces || []).filter(
        ({ id }) => id === input.controlInterfaceId,
      )[0];
      if (!control) return undefined;
      const labelId = page.newId();
      const name = (NAMES[control.id] || (() => control.config.label || rule.label))();
      const field = build(offer, control, Object.assign({ labelId, isNeeded: isAlone }, services));
      if (!field) return undefined;
      const label = make('div', { id: labelId, class: 'label' }, name);
      const fault = make('p', { class: 'fault', role: 'alert' });
      const element = field.element && make('div', { class: 'member' }, label, field.element, fault);
      return Object.assign({}, field, {
        id: input.id,
        target: input.path && input.path[0] ? input.path[0].target : '$',
        element,
        /** Shows the fault, if there is one, and returns whether there is none. */
        check() {
          const text = field.fault();
          fault.textContent = text;
          return text === '';
        },
      });
    });
    return fields.every(Boolean) ? fields : undefined;
  };
})();
