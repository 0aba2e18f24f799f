/*
 * A number that is typed, or changed by steps in either direction. Enter and the steps send it; leaving the
 * field without that changes nothing. If a button sends the number, alone or with others, the field keeps the
 * typed text for that button.
 */
(() => {
  const page = window.devicePage;
  const { make, button, shownOf, i18n } = page;
  /** Smaller differences come from binary fractions, not from what a person typed. */
  const TOLERANCE = 1e-6;
  const STEP_KEYS = { ArrowUp: 1, ArrowDown: -1 };

  /** Returns the nearest number that the device accepts. */
  function fit(number, { min, max, step }) {
    const from = min === undefined ? 0 : min;
    const stepped = step ? from + Math.round((number - from) / step) * step : number;
    const above = min === undefined ? stepped : Math.max(min, stepped);
    const within = max === undefined ? above : Math.min(max, above);
    return Number(within.toFixed(step ? Math.max(page.decimalsOf(step), page.decimalsOf(from)) : 6));
  }

  /**
   * Returns whether the number is within the limits. A limit itself is, even if rounding moved it: the limits
   * that the error names can be entered.
   */
  function isWithin(number, { min, max }, view) {
    const value = view.fromShown(number);
    const isAbove = min === undefined || value >= min - TOLERANCE || number === view.shown(min);
    return isAbove && (max === undefined || value <= max + TOLERANCE || number === view.shown(max));
  }

  function rangeText({ min, max }, { text }) {
    if (min === undefined) return i18n.t('Enter at most {max}.', { max: text(max) });
    if (max === undefined) return i18n.t('Enter at least {min}.', { min: text(min) });
    return i18n.t('Enter {min} to {max}.', { min: text(min), max: text(max) });
  }

  /**
   * Returns the `value` that the typed text means for the device, or the `fault` that prevents sending it.
   */
  function read(text, config, view) {
    const number = Number(text.replace(',', '.').replace('−', '-'));
    if (text.trim() === '' || !Number.isFinite(number)) return { fault: i18n.t('Enter a number.') };
    if (!isWithin(number, config, view)) return { fault: rangeText(config, view) };
    return { value: fit(view.fromShown(number), config) };
  }

  /**
   * Returns the value one step away: one step of the displayed number, or one of the device if its steps are
   * coarser.
   */
  function stepFrom(known, sign, config, view) {
    const next = fit(view.fromShown(view.shown(known) + sign * (view.step || config.step || 1)), config);
    return (next - known) * sign > TOLERANCE ? next : fit(known + sign * (config.step || 1), config);
  }

  function inputOf(context, unit, faultId) {
    return make('input', {
      type: 'text',
      inputmode: 'decimal',
      autocomplete: 'off',
      'aria-labelledby': `${context.labelId} ${unit.id}`,
      'aria-describedby': faultId,
      'aria-invalid': 'false',
    });
  }

  /**
   * Creates a button that does the same as Enter while something is typed, because the iPhone's number keys
   * have no Enter.
   */
  function setButton(field) {
    const { input } = field;
    const set = button(i18n.t('Set'), () => {
      const isByKey = document.activeElement === set;
      field.enter();
      if (isByKey || field.isTyped) input.focus();
      else input.blur();
    });
    set.hidden = true;
    // A press must not blur the field first, which would discard what was typed.
    set.addEventListener('mousedown', (event) => event.preventDefault());
    set.addEventListener('blur', ({ relatedTarget }) => {
      if (relatedTarget !== input) field.reset();
    });
    return set;
  }

  /** Creates the text field with its error message; `take(value)` receives each value that can be sent. */
  function fieldOf(context, isDraft, take) {
    const { config } = context;
    const unit = make('span', { id: page.newId(), class: 'unit' });
    const fault = make('p', { id: page.newId(), class: 'fault', role: 'alert' });
    const input = inputOf(context, unit, fault.id);
    const field = { input, unit, fault, known: undefined, isTyped: false };
    field.set = isDraft ? undefined : setButton(field);
    const mark = (isFaulty, text) => {
      fault.textContent = text || '';
      input.setAttribute('aria-invalid', String(Boolean(text)));
      if (field.set) field.set.hidden = !field.isTyped;
      if (context.onFault) context.onFault(isFaulty);
    };
    field.draw = () => {
      const view = context.view();
      unit.textContent = view.suffix;
      if (!field.isTyped) input.value = field.known === undefined ? '' : view.typed(field.known);
    };
    field.reset = () => {
      field.isTyped = false;
      mark(false);
      field.draw();
    };
    field.enter = () => {
      if (!field.isTyped) return;
      const entry = read(input.value, config, context.view());
      if (entry.fault) return mark(true, entry.fault);
      field.reset();
      take(entry.value);
    };
    input.addEventListener('input', () => {
      field.isTyped = true;
      const entry = isDraft ? read(input.value, config, context.view()) : {};
      // Errors are shown when the person is done, not while a number is half typed.
      mark(entry.fault !== undefined);
      if (entry.value !== undefined) take(entry.value);
    });
    input.addEventListener('blur', ({ relatedTarget }) => {
      if (isDraft) field.enter();
      else if (relatedTarget !== field.set) field.reset();
    });
    return field;
  }

  /** Creates a control for a number that is only written: its own button sends it. */
  function sentApart(context, build) {
    let draft;
    const set = button(i18n.t('Set'), () => context.send(draft));
    set.disabled = true;
    const choose = (value) => {
      draft = value;
      set.disabled = false;
      built.update({ value });
    };
    const onFault = (isFaulty) => {
      set.disabled = isFaulty || draft === undefined;
    };
    const built = build(Object.assign({}, context, { send: choose, onFault }), true);
    built.element.querySelector('.entry').append(set);
    return { element: built.element, update: () => built.update({ value: draft }) };
  }

  function numberField(context, isDraft) {
    const { config } = context;
    const field = fieldOf(context, isDraft, context.send);
    const send = (value) => {
      field.reset();
      context.send(value);
    };
    // An unknown value cannot be stepped; one that is never read begins at its minimum.
    const canStep = () => field.known !== undefined || isDraft;
    const stepBy = (sign) => () => {
      if (!canStep()) return;
      const isKnown = field.known !== undefined;
      send(isKnown ? stepFrom(field.known, sign, config, context.view()) : config.min || 0);
    };
    const less = button('−', stepBy(-1), { 'aria-label': i18n.t('Less'), class: 'step' });
    const more = button('+', stepBy(1), { 'aria-label': i18n.t('More'), class: 'step' });
    field.input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') field.enter();
      if (event.key === 'Escape') field.reset();
      const sign = STEP_KEYS[event.key];
      if (!sign) return;
      event.preventDefault();
      stepBy(sign)();
    });
    const entry = make('div', { class: 'entry' }, less, field.input, field.unit, more, field.set);
    return {
      element: make('div', {}, entry, field.fault, page.presetsOf(context, send)),
      update(slot) {
        const value = shownOf(slot);
        field.known = typeof value === 'number' ? value : undefined;
        field.draw();
        less.disabled = !canStep() || (field.known !== undefined && field.known === config.min);
        more.disabled = !canStep() || (field.known !== undefined && field.known === config.max);
      },
    };
  }

  page.controls.number = (context) => {
    if (context.isWriteOnly && !context.isMember) return sentApart(context, numberField);
    return numberField(context, Boolean(context.isMember));
  };
})();
