import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Switch, SwitchField } from './switch.tsx';

describe('a switch of Home', () => {
  it.each([
    [true, 'true', false],
    [false, 'false', true],
    [undefined, 'false', true],
  ])('shows that a switch is %s, and changes it when it is pressed', async (isOn, checked, next) => {
    const onChange = vi.fn();
    render(<Switch label="Alarms" isOn={isOn} onChange={onChange} />);
    const control = screen.getByRole('switch', { name: 'Alarms' });
    expect(control.getAttribute('aria-checked')).toBe(checked);
    expect(control.dataset['known']).toBe(String(isOn !== undefined));
    await userEvent.click(control);
    expect(onChange.mock.calls).toEqual([[next]]);
  });

  it('changes a switch by the keyboard', async () => {
    const onChange = vi.fn();
    render(<Switch label="Alarms" isOn={false} onChange={onChange} />);
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(onChange.mock.calls).toEqual([[true]]);
  });

  it('does not change a switch when it is disabled', async () => {
    const onChange = vi.fn();
    render(<Switch label="Alarms" isOn={false} isDisabled onChange={onChange} />);
    await userEvent.click(screen.getByRole('switch'));
    expect(onChange).not.toHaveBeenCalled();
  });

  it('names a switch by its label, which can be pressed too, and describes it by what is below it', async () => {
    const onChange = vi.fn();
    render(
      <SwitchField label="Ask first" description="For garage doors." isOn={false} onChange={onChange} />,
    );
    const control = screen.getByRole('switch', { name: 'Ask first' });
    const description = document.getElementById(control.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('For garage doors.');
    await userEvent.click(screen.getByText('Ask first'));
    expect(onChange.mock.calls).toEqual([[true]]);
  });
});
