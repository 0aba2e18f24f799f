/* Displays of values that can only be read. */
(() => {
  const page = window.devicePage;
  const { make, i18n } = page;

  /** Returns the text for a value that was not reported yet. */
  page.unknownText = (slot) => {
    if (slot.isUnchosen) return i18n.t('Not chosen');
    return slot.isOverdue ? i18n.t('Not known') : '…';
  };

  function partText(control, value, view) {
    const { config } = control;
    if (typeof value === 'boolean') return value ? config.on || i18n.t('Yes') : config.off || i18n.t('No');
    const option = (config.options || config.presets || []).filter((each) => each.value === value)[0];
    if (option) return option.label;
    if (typeof value === 'number') return view(config).text(value);
    if (value === undefined || value === null) return '–';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  page.reading = (context) => {
    const { property, units } = context;
    const controls = property.controlInterfaces || [];
    const first = controls[0] || { config: {} };
    const view = (config) => units.of(property, config);
    const element = make('div', { class: 'reading' });

    function several(value) {
      const list = make('dl', {});
      for (const control of controls) {
        const name = control.config.label || control.id;
        list.append(make('dt', {}, name), make('dd', {}, partText(control, value[control.id], view)));
      }
      return list;
    }

    return {
      element,
      update(slot) {
        element.textContent = '';
        const { value } = slot;
        if (value === undefined) element.append(page.unknownText(slot));
        else if (typeof value === 'object' && controls.length > 1) element.append(several(value));
        else element.append(partText(first, value, view));
      },
    };
  };
})();
