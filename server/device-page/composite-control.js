/* Controls for values that are set together with one button. */
(() => {
  const page = window.devicePage;
  const { make, button, shownOf, i18n } = page;

  const SECRET = /password|pin code|passphrase/i;

  const isSecret = ({ config, id }) => SECRET.test(config.label || id);

  /**
   * Converts a code, which is typed as text. Some devices take codes as numbers, and these never begin with a
   * zero.
   */
  function ofDevice(control, data) {
    const isNumber = control.controlInterface === 'number' && isSecret(control);
    return isNumber && /^(0|[1-9]\d*)$/.test(data) ? Number(data) : data;
  }

  function member(context, control, draft, onFault) {
    const labelId = page.newId();
    const { config, id } = control;
    let built;
    const send = (value) => {
      draft[id] = value;
      built.update({ value });
    };
    const own = { config, labelId, send, onFault, isMember: true, isWriteOnly: context.isWriteOnly };
    own.isSecret = isSecret(control);
    own.property = Object.assign({}, context.property, { unitsOptions: {}, classes: [] });
    own.view = () => context.units.of(own.property, config);
    const build = page.controls[own.isSecret ? 'text' : control.controlInterface];
    if (!build) return undefined;
    built = build(own);
    const label = make('span', { id: labelId, class: 'label' }, config.label || id);
    return { id, update: built.update, element: make('div', { class: 'member' }, label, built.element) };
  }

  page.compositeControl = (context) => {
    const draft = {};
    const faulty = new Set();
    const controls = context.property.controlInterfaces;
    const mark = (id) => (isFaulty) => {
      if (isFaulty) faulty.add(id);
      else faulty.delete(id);
      set.disabled = faulty.size > 0;
    };
    const submit = () => {
      const data = Object.assign({}, draft);
      for (const control of controls) {
        if (control.id in data) data[control.id] = ofDevice(control, data[control.id]);
      }
      context.send(data);
    };
    const set = button(i18n.t('Set'), submit, { class: 'strong' });
    const members = controls
      .map((control) => member(context, control, draft, mark(control.id)))
      .filter(Boolean);
    const element = make('div', { role: 'group', 'aria-labelledby': context.labelId });
    for (const each of members) element.append(each.element);
    element.append(make('div', { class: 'choices' }, set));
    return {
      element,
      update(slot) {
        const value = shownOf(slot);
        const known = value && typeof value === 'object' ? value : {};
        for (const { id, update } of members) {
          if (draft[id] === undefined && known[id] !== undefined) draft[id] = known[id];
          update({ value: draft[id], isUnchosen: true });
        }
      },
    };
  };
})();
