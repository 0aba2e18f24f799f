import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Mock, vi } from 'vitest';
import { ShowTexts } from '../../testing/show-texts.tsx';
import { Control } from '../devices/controls/control.tsx';
import type { ControlProps } from '../devices/controls/control-props.ts';
import { numberView } from '../devices/controls/number-view.ts';
import type { ControlConfig } from '../devices/controls/property.ts';

const reading = { units: 'metric', hourFormat: 24, locale: 'en-GB' } as const;
const plain = {
  schema: 'number',
  unitsOptions: { vendorUnit: '', muzzleyUnit: '', targetImperial: '', targetMetric: '' },
};
export const viewOf = (config: ControlConfig) => numberView(plain, config, reading);

export type Given = Partial<Omit<ControlProps, 'send'>>;

/** Renders the control `Level`; returns what it sends, who uses it, and a function that reports another value. */
export function showControl(kind: string, { config = {}, ...given }: Given = {}) {
  const send: Mock<(data: unknown) => void> = vi.fn();
  const props = {
    label: 'Level',
    config,
    value: undefined,
    numbers: viewOf(config),
    isWriteOnly: false,
    isDisabled: false,
    ...given,
    send,
  };
  const view = render(<Control kind={kind} {...props} />, { wrapper: ShowTexts });
  const update = (value: unknown) => view.rerender(<Control kind={kind} {...props} value={value} />);
  return { send, user: userEvent.setup({ delay: null }), update };
}

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
