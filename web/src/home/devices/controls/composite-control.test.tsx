import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ShowTexts } from '../../../testing/show-texts.tsx';
import { button, viewOf } from '../../testing/show-control.tsx';
import { CompositeControl } from './composite-control.tsx';

describe('values that are set together', () => {
  const members = [
    { id: 'slot', controlInterface: 'number', config: { label: 'Slot', min: 1, max: 9 } },
    { id: 'pin', controlInterface: 'number', config: { label: 'PIN code' } },
    { id: 'enabled', controlInterface: 'switch', config: { label: 'Enabled' } },
  ];
  function showMembers(value: unknown = { slot: 1 }) {
    const send = vi.fn();
    render(
      <CompositeControl
        label="User"
        config={{}}
        value={value}
        numbers={viewOf({})}
        isWriteOnly={false}
        isDisabled={false}
        members={members}
        viewOf={viewOf}
        send={send}
      />,
      { wrapper: ShowTexts },
    );
    return { send, user: userEvent.setup({ delay: null }) };
  }
  const slot = () => screen.getByRole('textbox', { name: 'User: Slot' });

  it('sends values that are set together by one button, with those that were not changed', async () => {
    const { send, user } = showMembers({ slot: 1, enabled: false });
    expect(button('User: set').disabled).toBe(true);
    await user.clear(slot());
    await user.type(slot(), '3');
    await user.click(screen.getByRole('switch', { name: 'User: Enabled: Off' }));
    expect(send).not.toHaveBeenCalled();
    await user.click(button('User: set'));
    expect(send).toHaveBeenCalledExactlyOnceWith({ slot: 3, enabled: true });
    expect(button('User: set').disabled).toBe(true);
  });

  it('cannot send values together while one of them is out of range', async () => {
    const { user } = showMembers();
    await user.clear(slot());
    await user.type(slot(), '12');
    expect(button('User: set').disabled).toBe(true);
    await user.clear(slot());
    await user.type(slot(), '2');
    expect(button('User: set').disabled).toBe(false);
  });

  it.each([
    ['1234', 1234],
    ['0123', '0123'],
  ])('hides the code "%s", and sends it as the device takes it', async (typed, sent) => {
    const { send, user } = showMembers();
    const pin = screen.getByLabelText<HTMLInputElement>('User: PIN code');
    expect(pin.type).toBe('password');
    await user.type(pin, typed);
    await user.click(button('User: set'));
    expect(send).toHaveBeenCalledExactlyOnceWith({ slot: 1, pin: sent });
  });
});
