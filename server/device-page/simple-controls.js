/*
 * Controls for switches, choices, texts and push buttons. Each gets `{property, title, config, labelId,
 * isWriteOnly, isMember, isSecret, send, onFault}` and returns `{element, update(slot)}`. A member is one of
 * several values that are sent together, and `onFault(isFaulty)` is called with whether its field cannot be
 * sent.
 */
(() => {
  const page = window.devicePage;
  const { make, button, same, shownOf, i18n } = page;
  const SYMBOLS = { OPEN: '▲', STOP: '■', CLOSE: '▼' };
  const UP_TO_DOWN = Object.keys(SYMBOLS);

  /**
   * Returns the confirmation to ask for. Opening a lock by mistake, or losing a counter, cannot be undone.
   */
  function questionOf({ property, title }, value) {
    const classes = (property.classes || []).join(' ');
    if (/\.security\.locked\b/.test(classes) && value === false)
      return i18n.t('Unlock “{title}”?', { title });
    if (/\.(reset|restart)-/.test(classes)) return `${property.label}?`;
    return undefined;
  }

  /** Sends immediately, or after a confirmation. */
  function asking(context, holder) {
    return (value) => {
      const question = questionOf(context, value);
      if (question === undefined) return context.send(value);
      if (holder.querySelector('.confirmation')) return;
      const box = confirmation(question, () => context.send(value));
      holder.append(box);
      box.querySelector('button').focus();
    };
  }

  function confirmation(question, act) {
    const before = document.activeElement;
    const textId = page.newId();
    const attributes = { class: 'confirmation', role: 'alertdialog', 'aria-labelledby': textId };
    const box = make('div', attributes, make('p', { id: textId }, question));
    const close = () => {
      box.remove();
      if (before) before.focus();
    };
    const yes = button(i18n.t('Yes'), () => {
      close();
      act();
    });
    yes.className = 'strong';
    box.append(make('div', { class: 'choices' }, button(i18n.t('Cancel'), close), yes));
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') close();
    });
    return box;
  }

  function choices(context, options) {
    const element = make('div', { class: 'choices', role: 'group', 'aria-labelledby': context.labelId });
    const holder = make('div', {}, element);
    const send = asking(context, holder);
    const buttons = options.map(({ label, value }) => {
      const symbol = SYMBOLS[value] && make('span', { 'aria-hidden': 'true' }, `${SYMBOLS[value]} `);
      const choice = button(symbol || '', () => send(value), { 'data-value': JSON.stringify(value) });
      choice.append(label);
      element.append(choice);
      return { choice, value };
    });
    return {
      element: holder,
      update(slot) {
        if (context.isWriteOnly) return;
        for (const { choice, value } of buttons) {
          choice.setAttribute('aria-pressed', String(same(shownOf(slot), value)));
        }
      },
    };
  }

  function toggle(context) {
    const { config } = context;
    const words = { true: config.on || i18n.t('On'), false: config.off || i18n.t('Off') };
    if (context.isWriteOnly && !context.isMember) {
      return choices(context, [
        { label: words.true, value: true },
        { label: words.false, value: false },
      ]);
    }
    const text = make('span', { class: 'reading', id: page.newId() });
    const knob = button('', () => send(knob.getAttribute('aria-checked') !== 'true'), {
      class: 'switch',
      role: 'switch',
      'aria-checked': 'false',
      'aria-labelledby': context.labelId,
      'aria-describedby': text.id,
    });
    const element = make('div', { class: 'inline' }, text, knob);
    const holder = make('div', {}, element);
    const send = asking(context, holder);
    return {
      element: holder,
      update(slot) {
        const value = shownOf(slot);
        knob.setAttribute('aria-checked', String(value === true));
        knob.setAttribute('data-known', String(typeof value === 'boolean'));
        text.textContent = words[value] || page.unknownText(slot);
      },
    };
  }

  const lengthOf = (options) => options.reduce((sum, { label }) => sum + label.length + 3, 0);

  function picker(context) {
    const options = context.config.options || [];
    if (!context.isMember && options.length <= 4 && lengthOf(options) <= 36) {
      const place = ({ value }) => UP_TO_DOWN.indexOf(value);
      return choices(
        context,
        options.slice().sort((one, other) => place(one) - place(other)),
      );
    }
    const none = make('option', { value: '', disabled: true, selected: true }, i18n.t('Choose…'));
    const select = make('select', { 'aria-labelledby': context.labelId }, none);
    for (const { label, value } of options) select.append(make('option', { value }, label));
    const isSentApart = context.isWriteOnly && !context.isMember;
    const chosen = () => options.filter(({ value }) => String(value) === select.value)[0];
    const send = () => chosen() && context.send(chosen().value);
    if (!isSentApart) select.addEventListener('change', send);
    const go = isSentApart ? button(i18n.t('Send'), send) : undefined;
    return {
      element: make('div', { class: 'entry' }, select, go),
      update(slot) {
        if (isSentApart || document.activeElement === select) return;
        const value = shownOf(slot);
        select.value = options.some((option) => option.value === value) ? String(value) : '';
      },
    };
  }

  function words(context) {
    const input = make('input', {
      type: context.isSecret ? 'password' : 'text',
      inputmode: /\bpin\b/i.test(context.config.label || '') ? 'numeric' : undefined,
      autocomplete: context.isSecret ? 'new-password' : 'off',
      'aria-labelledby': context.labelId,
    });
    const send = () => context.send(input.value);
    if (context.isMember) input.addEventListener('input', send);
    return {
      element: make(
        'div',
        { class: 'entry' },
        input,
        context.isMember ? undefined : button(i18n.t('Set'), send),
      ),
      update(slot) {
        const value = shownOf(slot);
        if (document.activeElement !== input && value !== undefined) input.value = String(value);
      },
    };
  }

  const push = (context) => {
    const { label = i18n.t('Send'), value = true } = context.config;
    return choices(Object.assign({}, context, { isWriteOnly: true }), [{ label, value }]);
  };

  page.controls = { switch: toggle, 'text-picker': picker, text: words, button: push };
})();
