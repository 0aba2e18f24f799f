/* Values that are set together, by one push. */
(() => {
  const page = window.devicePage;
  const { make, button, shownOf } = page;

  function member(context, control, draft) {
    const labelId = page.newId();
    const { config, id } = control;
    let built;
    const send = (value) => {
      draft[id] = value;
      built.update({ value });
    };
    const own = { config, labelId, send, isMember: true, isWriteOnly: context.isWriteOnly };
    own.property = Object.assign({}, context.property, { unitsOptions: {}, classes: [] });
    own.view = () => context.units.of(own.property, config);
    const build = page.controls[control.controlInterface];
    if (!build) return undefined;
    built = build(own);
    const label = make('span', { id: labelId, class: 'label' }, config.label || id);
    return { id, update: built.update, element: make('div', { class: 'member' }, label, built.element) };
  }

  page.compositeControl = (context) => {
    const draft = {};
    const members = context.property.controlInterfaces
      .map((control) => member(context, control, draft))
      .filter(Boolean);
    const set = button('Set', () => context.send(Object.assign({}, draft)), { class: 'strong' });
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
