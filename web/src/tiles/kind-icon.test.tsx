import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ConditionIcon, KindIcon } from './kind-icon.tsx';

const drawn = (...[props]: Parameters<typeof KindIcon>) =>
  [...(render(<KindIcon {...props} />).container.querySelector('svg')?.classList ?? [])].at(-1);
const tile = { label: 'Front door' };

describe('KindIcon', () => {
  it.each([
    ['light-bulb', 'icon-bulb'],
    ['plug', 'icon-plug'],
    ['cover', 'icon-roller-blind'],
    ['carbon-monoxide-alarm', 'icon-carbon-monoxide'],
    ['meter', 'icon-bolt'],
    ['something-new', 'icon-cpu'],
    [undefined, 'icon-cpu'],
  ])('draws the icon of %s', (kind, icon) => {
    expect(drawn({ kind })).toBe(icon);
  });

  it.each([
    ['open', 'icon-door-open'],
    ['closed', 'icon-door'],
    ['locked', 'icon-lock'],
    ['unlocked', 'icon-lock-open'],
  ] as const)('shows that a door is %s', (openState, icon) => {
    expect(drawn({ kind: 'contact', tile: { ...tile, openState } })).toBe(icon);
  });

  it.each(['Janela da cozinha', 'Kitchen window', 'Fenêtre'])('draws "%s" as a window', (label) => {
    expect(drawn({ kind: 'contact', tile: { label } })).toBe('icon-window-closed');
    expect(drawn({ kind: 'contact', tile: { label, openState: 'open' } })).toBe('icon-window-open');
    expect(drawn({ kind: 'lamp', tile: { label } })).toBe('icon-cpu');
  });

  it('shows an alarm instead of the kind, hidden from screen readers', () => {
    const condition = {
      kind: 'leak',
      severity: 'alarm',
      text: '',
      short: '',
      component: '',
      property: '',
    } as const;
    expect(drawn({ kind: 'light-bulb', tile: { ...tile, condition } })).toBe('icon-droplet');
    const icon = render(<ConditionIcon kind="open" />).container.querySelector('svg');
    expect(icon?.getAttribute('aria-hidden')).toBe('true');
  });
});
