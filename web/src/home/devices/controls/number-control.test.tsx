import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, type Given, showControl as show } from '../../testing/show-control.tsx';

describe('a number', () => {
  const config = { min: 5, max: 30, step: 0.5 };
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Level' });
  const alert = () => screen.getByRole('alert').textContent;
  const enter = async (text: string, given: Given = {}) => {
    const shown = show('number', { config, value: 20, ...given });
    await shown.user.clear(field());
    await shown.user.type(field(), text);
    return shown;
  };

  it('shows the known value, and a dash for none', () => {
    const { update } = show('number', { config, value: 20.5 });
    expect(field().value).toBe('20.5');
    update(undefined);
    expect([field().value, field().placeholder]).toEqual(['', '–']);
  });

  it('sends a number by Enter', async () => {
    const { send, user } = await enter('21.5');
    expect(send).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(send).toHaveBeenCalledExactlyOnceWith(21.5);
  });

  it('sends a number by the button that appears while it is typed', async () => {
    const { send, user } = await enter('22');
    await user.click(button('Level: set'));
    expect(send).toHaveBeenCalledExactlyOnceWith(22);
    expect(screen.queryByRole('button', { name: 'Level: set' })).toBeNull();
  });

  it('takes a decimal comma, and rounds to the steps of the device', async () => {
    const { send, user } = await enter('21,3');
    await user.keyboard('{Enter}');
    expect(send).toHaveBeenCalledExactlyOnceWith(21.5);
  });

  it.each([
    ['31', 'Enter 5 to 30.'],
    ['4', 'Enter 5 to 30.'],
    ['warm', 'Enter a number.'],
  ])('refuses "%s", and says why at the field', async (text, fault) => {
    const { send, user } = await enter(text);
    expect(alert()).toBe('');
    await user.keyboard('{Enter}');
    expect(alert()).toBe(fault);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toBe(fault);
    expect(send).not.toHaveBeenCalled();
  });

  it('returns to the known value by Escape', async () => {
    const { send, user } = await enter('99{Enter}');
    await user.keyboard('{Escape}');
    expect([field().value, alert()]).toEqual(['20', '']);
    expect(send).not.toHaveBeenCalled();
  });

  it('discards what was typed when the focus leaves a number', async () => {
    const { send, user } = await enter('25');
    await user.click(document.body);
    expect(field().value).toBe('20');
    expect(send).not.toHaveBeenCalled();
  });

  it('changes a number by one step with its buttons and the arrow keys', async () => {
    const { send, user } = show('number', { config, value: 20 });
    await user.click(button('Level: more'));
    await user.click(button('Level: less'));
    field().focus();
    await user.keyboard('{ArrowUp}{ArrowDown}');
    expect(send.mock.calls).toEqual([[20.5], [19.5], [20.5], [19.5]]);
  });

  it('offers no step beyond its limits, and none from an unknown value', () => {
    const { update } = show('number', { config, value: 30 });
    expect([button('Level: more').disabled, button('Level: less').disabled]).toEqual([true, false]);
    update(5);
    expect([button('Level: more').disabled, button('Level: less').disabled]).toEqual([false, true]);
    update(undefined);
    expect([button('Level: more').disabled, button('Level: less').disabled]).toEqual([true, true]);
  });

  it('sends a number that is only written by its button, and steps it from its minimum', async () => {
    const { send, user } = show('number', { config, isWriteOnly: true });
    expect(button('Set').disabled).toBe(true);
    await user.click(button('Level: more'));
    await user.click(button('Level: more'));
    expect(send).not.toHaveBeenCalled();
    await user.click(button('Set'));
    expect(send).toHaveBeenCalledExactlyOnceWith(5.5);
  });

  it('cannot send a number that is only written while it is out of range', async () => {
    const { user } = show('number', { config, isWriteOnly: true });
    await user.type(field(), '99');
    expect(button('Set').disabled).toBe(true);
  });
});
