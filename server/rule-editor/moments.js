/* Fields for times, days, durations and places. Each is `{element, value(), text(), fault()}`. */
(() => {
  const page = window.devicePage;
  const { make, button, i18n } = page;
  const MOST_S = 30 * 24 * 3600;

  const units = () => [
    { seconds: 1, label: i18n.t('seconds'), short: 's', iso: (n) => `PT${n}S` },
    { seconds: 60, label: i18n.t('minutes'), short: 'min', iso: (n) => `PT${n}M` },
    { seconds: 3600, label: i18n.t('hours'), short: 'h', iso: (n) => `PT${n}H` },
    { seconds: 86400, label: i18n.t('days'), short: 'd', iso: (n) => `P${n}D` },
  ];

  function select(options, attributes) {
    const element = make('select', attributes);
    options.forEach(({ label }, index) => {
      element.append(make('option', { value: String(index) }, label));
    });
    return element;
  }

  page.timeField = ({ labelId, changed }) => {
    const input = make('input', { type: 'time', 'aria-labelledby': labelId });
    input.addEventListener('input', changed);
    const value = () => (/^([01]\d|2[0-3]):[0-5]\d/.test(input.value) ? input.value.slice(0, 5) : undefined);
    return {
      element: make('div', { class: 'entry' }, input),
      value,
      text: () => value() || '…',
      fault: () => (value() ? '' : i18n.t('Choose a time.')),
    };
  };

  /** Creates a duration. Nothing typed means none, which is a fault if it is needed. */
  page.durationField = ({ labelId, changed, isNeeded, most = MOST_S }) => {
    const list = units().filter(({ seconds }) => seconds < most);
    const input = make('input', {
      type: 'text',
      inputmode: 'numeric',
      autocomplete: 'off',
      'aria-labelledby': labelId,
    });
    const unit = select(list, { 'aria-label': i18n.t('Unit of time') });
    unit.value = '1';
    for (const each of [input, unit]) each.addEventListener('input', changed);
    const typed = () => input.value.trim();
    const chosen = () => list[Number(unit.value)];
    const isFit = () => /^[1-9]\d{0,6}$/.test(typed()) && Number(typed()) * chosen().seconds <= most;
    return {
      element: make('div', { class: 'entry' }, input, unit),
      value: () => (isFit() ? chosen().iso(typed()) : undefined),
      text: () => (isFit() ? `${typed()} ${chosen().short}` : ''),
      fault() {
        if (typed() === '' ? !isNeeded : isFit()) return '';
        return typed() === ''
          ? i18n.t('Enter how long.')
          : i18n.t('Enter a whole number, at most {days} days.', { days: most / 86400 });
      },
    };
  };

  /** Creates a time before or after sunrise or sunset. */
  page.offsetField = (context) => {
    const length = page.durationField(Object.assign({}, context, { isNeeded: false, most: 12 * 3600 }));
    const side = select([{ label: i18n.t('before') }, { label: i18n.t('after') }], {
      'aria-label': i18n.t('Before or after'),
    });
    side.addEventListener('input', context.changed);
    length.element.append(side);
    const isBefore = () => side.value === '0';
    return Object.assign({}, length, {
      value: () => length.value() && (isBefore() ? '-' : '') + length.value(),
      text: () => length.text() && `${length.text()} ${isBefore() ? i18n.t('before') : i18n.t('after')}`,
      fault: () =>
        length.fault() ? i18n.t('Enter a whole number, at most {hours} hours.', { hours: 12 }) : '',
    });
  };

  /** Creates a choice of several options, such as days. None means all, unless one is needed. */
  page.severalField = ({ labelId, changed, isNeeded, config }) => {
    const chosen = new Set();
    const element = make('div', { class: 'choices several', role: 'group', 'aria-labelledby': labelId });
    const options = config.options || [];
    for (const { label, value } of options) {
      const toggle = button(
        label.slice(0, 3),
        () => {
          if (!chosen.delete(value)) chosen.add(value);
          toggle.setAttribute('aria-pressed', String(chosen.has(value)));
          changed();
        },
        { 'aria-label': label, 'aria-pressed': 'false' },
      );
      element.append(toggle);
    }
    const taken = () => options.filter(({ value }) => chosen.has(value));
    const isAll = () => chosen.size === 0 || chosen.size === options.length;
    return {
      element,
      value: () => (isAll() && !isNeeded ? undefined : taken().map(({ value }) => value)),
      text: () =>
        isAll() && !isNeeded
          ? ''
          : taken()
              .map(({ label }) => label)
              .join(', '),
      fault: () => (isNeeded && chosen.size === 0 ? i18n.t('Choose at least one.') : ''),
    };
  };
})();
