import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, showControl as show } from '../../testing/show-control.tsx';

const isPressed = (name: string) => button(name).getAttribute('aria-pressed') === 'true';

describe('a switch', () => {
  it.each([
    [true, 'Level: On', 'true', false],
    [false, 'Level: Off', 'false', true],
    [undefined, 'Level: not known', 'false', true],
  ])(
    'names a switch of %s "%s", and a press writes the other value',
    async (value, name, checked, written) => {
      const { send, user } = show('switch', { value });
      const control = screen.getByRole('switch', { name });
      expect(control.getAttribute('aria-checked')).toBe(checked);
      await user.click(control);
      expect(send).toHaveBeenCalledExactlyOnceWith(written);
    },
  );

  it('uses the words of the property', () => {
    show('switch', { value: true, config: { on: 'Locked', off: 'Unlocked' } });
    expect(screen.getByRole('switch', { name: 'Level: Locked' }).textContent).toBe('Locked');
  });

  it('shows a button for each value of a switch where nothing is read', async () => {
    const { send, user } = show('switch', { isWriteOnly: true, config: { on: 'Start', off: 'Stop' } });
    await user.click(button('Stop'));
    await user.click(button('Start'));
    expect(send.mock.calls).toEqual([[false], [true]]);
    expect(screen.getByRole('group', { name: 'Level' })).toBeTruthy();
  });

  it('does not let a switch be pressed while it is disabled', async () => {
    const { send, user } = show('switch', { value: true, isDisabled: true });
    await user.click(screen.getByRole('switch'));
    expect(send).not.toHaveBeenCalled();
  });
});

describe('a slider', () => {
  const config = { min: 0, max: 50, step: 5, suffix: '%' };
  const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Level' });

  it('shows the value of a slider in words, and a dash for none', () => {
    const { update } = show('slider', { config, value: 20 });
    expect([slider().value, slider().getAttribute('aria-valuetext')]).toEqual(['20', '20 %']);
    expect(screen.getByText('20 %')).toBeTruthy();
    update(undefined);
    expect(slider().getAttribute('aria-valuetext')).toBe('Not known');
    expect(screen.getByText('–')).toBeTruthy();
  });

  it('shows where a slider is moved to, and writes when it is released', () => {
    const { send } = show('slider', { config, value: 20 });
    fireEvent.input(slider(), { target: { value: '35' } });
    expect(screen.getByText('35 %')).toBeTruthy();
    expect(send).not.toHaveBeenCalled();
    slider().dispatchEvent(new Event('change', { bubbles: true }));
    expect(send).toHaveBeenCalledExactlyOnceWith(35);
  });

  it('has named presets, each value once, with the first of its names', async () => {
    const presets = [
      { label: 'Night', value: 5 },
      { label: 'Moon', value: 5 },
      { label: 'Full', value: 50 },
    ];
    const { send, user } = show('slider', { config: { ...config, presets }, value: 5 });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Night', 'Full']);
    expect([isPressed('Night'), isPressed('Full')]).toEqual([true, false]);
    await user.click(button('Full'));
    expect(send).toHaveBeenCalledExactlyOnceWith(50);
  });

  it('names a preset beyond its limits', () => {
    const presets = [{ label: 'Previous', value: 65_535 }];
    show('slider', { config: { ...config, presets }, value: 65_535 });
    expect(slider().getAttribute('aria-valuetext')).toBe('Previous');
  });
});

describe('a choice', () => {
  const options = [
    { label: 'Eco', value: 'eco' },
    { label: 'Comfort', value: 'comfort' },
  ];
  const many = ['one', 'two', 'three', 'four', 'five'].map((value) => ({
    label: `Programme ${value}`,
    value,
  }));

  it('shows a button for each of few options', async () => {
    const { send, user } = show('text-picker', { config: { options }, value: 'eco' });
    expect([isPressed('Eco'), isPressed('Comfort')]).toEqual([true, false]);
    await user.click(button('Comfort'));
    expect(send).toHaveBeenCalledExactlyOnceWith('comfort');
  });

  it('orders the buttons of a cover as on its remote control', () => {
    const words = ['CLOSE', 'OPEN', 'STOP'].map((value) => ({ label: value, value }));
    show('text-picker', { config: { options: words }, isWriteOnly: true });
    const shown = screen.getAllByRole('button');
    expect(shown.map(({ textContent }) => textContent)).toEqual(['OPEN', 'STOP', 'CLOSE']);
    expect(shown[0]?.hasAttribute('aria-pressed')).toBe(false);
  });

  it('shows a list where there are many options', async () => {
    const { send, user } = show('text-picker', { config: { options: many }, value: 'two' });
    const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Level' });
    expect(list.selectedOptions[0]?.textContent).toBe('Programme two');
    await user.selectOptions(list, 'Programme four');
    expect(send).toHaveBeenCalledExactlyOnceWith('four');
  });

  it('says in the list that the value is not known', () => {
    show('text-picker', { config: { options: many } });
    expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.textContent).toBe('Not known');
  });

  it('sends a choice that is only written by a button of its own', async () => {
    const { send, user } = show('text-picker', { config: { options: many }, isWriteOnly: true });
    expect(button('Send').disabled).toBe(true);
    await user.selectOptions(screen.getByRole('combobox'), 'Programme five');
    expect(send).not.toHaveBeenCalled();
    await user.click(button('Send'));
    expect(send).toHaveBeenCalledExactlyOnceWith('five');
  });
});

describe('a text', () => {
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Level' });

  it('sends a text by Enter, and by its button', async () => {
    const { send, user } = show('text', { value: 'old' });
    expect(button('Set').disabled).toBe(true);
    await user.clear(input());
    await user.type(input(), 'new{Enter}');
    await user.type(input(), '!');
    await user.click(button('Set'));
    expect(send.mock.calls).toEqual([['new'], ['old!']]);
  });

  it('returns to the known text by Escape', async () => {
    const { send, user } = show('text', { value: 'old' });
    await user.type(input(), 'er{Escape}');
    expect(input().value).toBe('old');
    expect(send).not.toHaveBeenCalled();
  });
});

describe('a button', () => {
  it('writes the value of a button', async () => {
    const { send, user } = show('button', { config: { label: 'Ring', value: { times: 2 } } });
    await user.click(button('Level: Ring'));
    expect(send).toHaveBeenCalledExactlyOnceWith({ times: 2 });
  });

  it('writes true where the template names no value', async () => {
    const { send, user } = show('button');
    await user.click(button('Level: Send'));
    expect(send).toHaveBeenCalledExactlyOnceWith(true);
  });
});

describe('a colour', () => {
  const slider = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name: `Level: ${name}` });
  const move = (name: string, value: number) => {
    fireEvent.input(slider(name), { target: { value } });
    slider(name).dispatchEvent(new Event('change', { bubbles: true }));
  };

  it('names a colour in words', () => {
    show('color', { value: { h: 120, s: 80, v: 50 } });
    expect(slider('hue').getAttribute('aria-valuetext')).toBe('Green, 120 degrees');
    expect(slider('saturation').getAttribute('aria-valuetext')).toBe('80 percent');
  });

  it('keeps the brightness and the other part when one part of a colour is changed', () => {
    const { send, update } = show('color', { value: { h: 120, s: 80, v: 50 } });
    move('hue', 240);
    update({ h: 240, s: 80, v: 50 });
    move('saturation', 10);
    expect(send.mock.calls).toEqual([[{ h: 240, s: 80, v: 50 }], [{ h: 240, s: 10, v: 50 }]]);
  });

  it('shows a colour as unknown before the lamp reports one', () => {
    show('color');
    expect(slider('hue').getAttribute('aria-valuetext')).toBe('Not known');
  });
});
