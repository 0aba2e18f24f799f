/*
 * Slider controls for numbers within limits, and for colours. They send values in the device's own unit and
 * steps.
 */
(() => {
  const page = window.devicePage;
  const { make, button, shownOf, i18n } = page;

  page.presetsOf = (context, send) => {
    const { presets = [] } = context.config;
    if (presets.length === 0) return undefined;
    const element = make('div', { class: 'choices', role: 'group', 'aria-labelledby': context.labelId });
    for (const { label, value } of presets) {
      element.append(button(label, () => send(value), { 'data-value': JSON.stringify(value) }));
    }
    return element;
  };

  function readingOf(context, slot, value) {
    const preset = (context.config.presets || []).filter((each) => each.value === value)[0];
    if (preset) return preset.label;
    return typeof value === 'number' ? context.view().text(value) : page.unknownText(slot);
  }

  function slider(context) {
    const { config } = context;
    const { min = 0, max = 100, step = 1 } = config;
    const input = make('input', { type: 'range', min, max, step, 'aria-labelledby': context.labelId });
    const reading = make('output', { class: 'reading' });
    let isHeld = false;
    const say = (text) => {
      reading.textContent = text;
      input.setAttribute('aria-valuetext', text);
    };
    input.addEventListener('input', () => {
      isHeld = true;
      input.setAttribute('data-known', 'true');
      say(context.view().text(Number(input.value)));
    });
    input.addEventListener('change', () => {
      isHeld = false;
      context.send(Number(input.value));
    });
    return {
      element: make(
        'div',
        {},
        make('div', { class: 'inline' }, input, reading),
        page.presetsOf(context, context.send),
      ),
      update(slot) {
        if (isHeld) return;
        const value = shownOf(slot);
        input.setAttribute('data-known', String(typeof value === 'number'));
        input.value = typeof value === 'number' ? value : min;
        say(readingOf(context, slot, value));
      },
    };
  }

  const paint = (h, s) => `hsl(${h}, ${s}%, ${100 - s / 2}%)`;

  function color(context) {
    const nameOf = (text) => make('span', { id: page.newId(), class: 'unseen' }, text);
    const part = (text, max, className) => {
      const name = nameOf(text);
      const labels = `${context.labelId} ${name.id}`;
      const input = make('input', {
        type: 'range',
        min: 0,
        max,
        step: 1,
        class: className,
        'aria-labelledby': labels,
      });
      return { name, input };
    };
    const hue = part(i18n.t('Hue'), 360, 'hue');
    const saturation = part(i18n.t('Saturation'), 100, 'saturation');
    const swatch = make('span', { class: 'swatch', 'aria-hidden': 'true' });
    const reading = make('span', { class: 'reading' });
    let brightness = 100;
    const drawn = () => {
      const [h, s] = [Number(hue.input.value), Number(saturation.input.value)];
      swatch.style.backgroundColor = paint(h, s);
      saturation.input.style.setProperty('--full', paint(h, 100));
      return { h, s, v: brightness };
    };
    for (const { input } of [hue, saturation]) {
      input.addEventListener('input', drawn);
      input.addEventListener('change', () => context.send(drawn()));
    }
    const parts = [hue.name, hue.input, saturation.name, saturation.input];
    return {
      element: make('div', {}, make('div', { class: 'inline' }, swatch, reading), ...parts),
      update(slot) {
        const value = shownOf(slot);
        const isKnown = Boolean(value) && typeof value.h === 'number';
        reading.textContent = isKnown ? '' : page.unknownText(slot);
        swatch.setAttribute('data-known', String(isKnown));
        if (isKnown) {
          hue.input.value = value.h;
          saturation.input.value = value.s;
          brightness = typeof value.v === 'number' ? value.v : 100;
        }
        drawn();
      },
    };
  }

  Object.assign(page.controls, { slider, color });
})();
