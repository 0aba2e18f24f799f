/* One rule of a tile: what it is about, its fields, and how long. */
(() => {
  const page = window.devicePage;
  const { make, button, i18n } = page;
  const LATE = ['settings', 'diagnostics'];

  const DURATIONS = {
    trigger: () => i18n.t('Only after it has lasted a while'),
    state: () => i18n.t('Only if it has lasted a while'),
    action: () => i18n.t('Wait before this'),
  };

  function groupLabel({ group, component }, hasSeveral) {
    if (group === 'settings') return i18n.t('Settings');
    if (group === 'diagnostics') return i18n.t('Diagnostics');
    return hasSeveral ? component.label || component.id : '';
  }

  /** Creates the choice of an offer. Settings and diagnostics are needed less often and come last. */
  function offerSelect(offers, labelId) {
    const element = make(
      'select',
      { 'aria-labelledby': labelId },
      make('option', { value: '' }, i18n.t('Choose…')),
    );
    const hasSeveral = new Set(offers.map(({ component }) => component.id)).size > 1;
    const groups = new Map();
    const rank = ({ group }) => LATE.indexOf(group);
    const sorted = offers.map((offer, index) => ({ offer, index }));
    sorted.sort((one, other) => rank(one.offer) - rank(other.offer) || one.index - other.index);
    for (const { offer, index } of sorted) {
      const label = groupLabel(offer, hasSeveral);
      if (!groups.has(label)) {
        const holder = label === '' ? element : make('optgroup', { label });
        if (holder !== element) element.append(holder);
        groups.set(label, holder);
      }
      groups.get(label).append(make('option', { value: String(index) }, offer.rule.label));
    }
    return element;
  }

  function durationPart(type, services) {
    const labelId = page.newId();
    const field = page.durationField({ labelId, changed: services.changed, isNeeded: false });
    const fault = make('p', { class: 'fault', role: 'alert' });
    const summary = make('summary', { id: labelId }, DURATIONS[type]());
    const element = make('details', {}, summary, field.element, fault);
    return Object.assign({}, field, {
      element,
      check() {
        const text = field.fault();
        fault.textContent = text;
        if (text) element.open = true;
        return text === '';
      },
    });
  }

  /**
   * Creates a rule of a tile. `read()` returns its `{rule, label, offer}`, undefined if nothing was chosen; `check()`
   * shows what is missing and returns whether nothing is.
   */
  page.ruleCard = (tile, offers, services, remove) => {
    const labelId = page.newId();
    const select = offerSelect(offers, labelId);
    const holder = make('div', {});
    const sentence = make('p', { class: 'sentence' });
    const label = make('div', { id: labelId, class: 'label' }, services.question);
    const entry = make('div', { class: 'entry' }, select);
    if (remove) entry.append(button('×', () => remove(), { class: 'step', 'aria-label': i18n.t('Remove') }));
    const element = make(
      'div',
      { class: 'card' },
      make('div', { class: 'row' }, label, entry, holder, sentence),
    );
    let state;

    const changed = () => {
      if (!state) return;
      const { offer, fields, lasting } = state;
      sentence.textContent = page.sentenceOf(offer, fields, lasting && lasting.text());
    };

    function choose() {
      holder.textContent = '';
      sentence.textContent = '';
      state = undefined;
      const offer = offers[Number(select.value)];
      if (select.value === '' || !offer) return;
      const own = Object.assign({}, services, { changed });
      const fields = page.fieldsOf(offer, own);
      if (!fields) {
        holder.append(make('p', { class: 'notice' }, i18n.t('This cannot be chosen here.')));
        return;
      }
      const canWait = offer.type === 'action' || page.canLast(offer);
      const lasting = canWait ? durationPart(offer.type, own) : undefined;
      for (const each of fields) if (each.element) holder.append(each.element);
      if (lasting) holder.append(lasting.element);
      state = { offer, fields, lasting };
      changed();
    }

    select.addEventListener('change', choose);
    if (offers.length === 1) select.value = '0';
    choose();

    return {
      element,
      tile,
      isEmpty: () => select.value === '',
      check() {
        if (!state) return false;
        const parts = state.fields.concat(state.lasting || []);
        return parts.map((each) => each.check()).every(Boolean);
      },
      read() {
        const { offer, fields, lasting } = state;
        return {
          offer,
          rule: page.ruleOf(offer, fields, lasting && lasting.value()),
          label: page.sentenceOf(offer, fields, lasting && lasting.text()),
        };
      },
      focus: () => (element.querySelector('[aria-invalid="true"]') || select).focus(),
    };
  };
})();
