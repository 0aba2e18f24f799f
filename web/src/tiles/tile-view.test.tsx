import type { Condition, RenderedTile } from '@azulejo/sdk';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { noteOf } from './tile-note.ts';
import { TileView, type TileViewProps } from './tile-view.tsx';

const lamp: RenderedTile = { id: '1', label: 'Desk lamp', slots: [], severity: 'normal' };
const slot = (property: string, text: string, unit = '', more = {}) => ({
  component: 'main',
  property,
  label: property,
  value: text,
  text,
  unit,
  isRelevant: true,
  ...more,
});
const toggle = (state: 'on' | 'off' | 'unknown', icon: 'on_off' | 'lock' | 'home' = 'on_off') => ({
  label: 'Power',
  state,
  icon,
  write: { component: 'main', property: 'power', on: true, off: false },
});
const condition = (kind: Condition['kind'], short: string, more: Partial<Condition> = {}): Condition => ({
  kind,
  severity: 'attention',
  text: short,
  short,
  component: 'main',
  property: kind,
  ...more,
});
const formatSince = (time: number) => new Date(time).toISOString().slice(11, 16);
const AT = Date.parse('2026-03-01T12:00:00Z');

function show(tile: Partial<RenderedTile>, props: Omit<Partial<TileViewProps>, 'tile'> = {}) {
  render(<TileView tile={{ ...lamp, ...tile }} {...props} />);
  return screen.getByRole('article');
}
const valuesIn = (tile: HTMLElement) =>
  [...tile.querySelectorAll('dl > div')].map(({ children: [name, value] }) => {
    const isHidden = name?.className.includes('visually-hidden');
    return `${isHidden ? '' : `${name?.textContent} `}${value?.textContent}`;
  });

describe('TileView', () => {
  it('shows name, values and units', () => {
    const tile = show({ slots: [slot('temperature', '21.5', '°C'), slot('humidity', '40', '%')] });
    expect(tile.textContent).toContain('Desk lamp');
    expect(valuesIn(tile)).toEqual(['21.5 °C', '40 %']);
  });

  it('says of a virtual device what it is, and of no other', () => {
    expect(show({}, { isVirtual: true }).textContent).toContain('Virtual device');
    cleanup();
    expect(show({}).textContent).not.toContain('Virtual device');
  });

  it('shows the label of a number without a unit', () => {
    expect(valuesIn(show({ slots: [slot('Quality', '3')] }))).toEqual(['Quality 3']);
  });

  it('calls a set-point by its purpose, so that two temperatures differ', () => {
    const slots = [slot('temperature', '20', '°C'), slot('heating-setpoint', '21', '°C')];
    expect(valuesIn(show({ slots }))).toEqual(['20 °C', 'Set to 21 °C']);
  });

  it('says that there is no value yet', () => {
    const tile = show({ slots: [slot('temperature', '--', '', { value: undefined })] });
    expect(tile.textContent).toContain('No value yet');
  });

  it('shows the battery of a button that was never pressed', () => {
    const slots = [
      slot('action', '--', '', { value: undefined }),
      slot('Battery', '80', '%', { isRelevant: false }),
    ];
    expect(valuesIn(show({ slots }))).toEqual(['Battery 80 %']);
  });

  it('shows the state of the switch first, and not twice', () => {
    const slots = [slot('power', 'On'), slot('brightness', '60', '%')];
    expect(valuesIn(show({ toggle: toggle('on'), slots }))).toEqual(['On', '60 %']);
  });

  it.each([
    ['lock', 'on', 'Locked'],
    ['lock', 'off', 'Unlocked'],
    ['home', 'off', 'Away'],
    ['on_off', 'unknown', 'Not known'],
  ] as const)('writes the state of %s %s as %s', (icon, state, word) => {
    expect(valuesIn(show({ toggle: toggle(state, icon) }))).toEqual([word]);
  });

  it('draws the picture of the person instead of the icon, except during an alarm', () => {
    const picture = '/picture.png';
    expect(show({}, { picture }).querySelector('img')?.getAttribute('src')).toBe(picture);
    const alarmed = render(<TileView tile={{ ...lamp, severity: 'alarm' }} picture={picture} />).container;
    expect(alarmed.querySelector('img')).toBeNull();
    expect(alarmed.querySelector('svg')).not.toBeNull();
  });

  it('shows the colour of a lamp unless it is off', () => {
    const dotOf = (tile: HTMLElement) => tile.querySelector<HTMLElement>('[style*="background"]');
    expect(dotOf(show({ color: 'rgb(255, 0, 0)' }))).not.toBeNull();
    const off = render(<TileView tile={{ ...lamp, color: 'rgb(255, 0, 0)', toggle: toggle('off') }} />);
    expect(dotOf(off.container)).toBeNull();
  });

  it('is marked when it is away, cached or on', () => {
    expect(show({ condition: condition('unreachable', 'Away') }).dataset['faint']).toBe('');
    const marks = (props: Partial<TileViewProps>, tile = lamp) =>
      render(<TileView {...props} tile={tile} />).container.querySelector('article')?.dataset;
    expect(marks({ isCached: true })?.['faint']).toBe('');
    expect(marks({})?.['faint']).toBeUndefined();
    expect(marks({}, { ...lamp, toggle: toggle('on') })?.['on']).toBe('');
  });
});

describe('the switch of a tile', () => {
  it.each([
    ['off', false, true],
    ['on', true, false],
    ['unknown', false, true],
  ] as const)('that is %s writes the other value', async (state, isChecked, written) => {
    const onToggle = vi.fn();
    show({ toggle: toggle(state) }, { onToggle });
    const control = screen.getByRole('switch', { name: 'Desk lamp, Power' });
    expect(control.getAttribute('aria-checked')).toBe(String(isChecked));
    await userEvent.click(control);
    expect(onToggle).toHaveBeenCalledExactlyOnceWith(written);
  });

  it('is busy while a write is pending, and can be pressed', () => {
    show({ toggle: toggle('off') }, { onToggle: vi.fn(), status: { state: 'pending', data: true } });
    const control = screen.getByRole<HTMLButtonElement>('switch');
    expect(control.getAttribute('aria-busy')).toBe('true');
    expect(control.disabled).toBe(false);
  });

  it('is not shown where nothing can be written', () => {
    show({ toggle: toggle('off') });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('the name of a tile', () => {
  it('is a link that opens without loading a page', async () => {
    const onOpen = vi.fn();
    show({}, { href: '/home/devices/1', onOpen });
    await userEvent.click(screen.getByRole('link', { name: 'Desk lamp' }));
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('leaves a click with Ctrl to the browser, which opens a tab', () => {
    const onOpen = vi.fn();
    show({}, { href: '#1', onOpen });
    const isHandled = !fireEvent.click(screen.getByRole('link'), { ctrlKey: true });
    expect(isHandled).toBe(false);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('is a button where there is no address, and text where nothing opens', async () => {
    const onOpen = vi.fn();
    show({}, { onOpen });
    await userEvent.click(screen.getByRole('button', { name: 'Desk lamp' }));
    expect(onOpen).toHaveBeenCalledOnce();
    const text = render(<TileView tile={{ ...lamp, label: 'Text only' }} />);
    expect(text.queryByRole('link', { name: 'Text only' })).toBeNull();
    expect(text.getByText('Text only')).toBeTruthy();
  });
});

describe('noteOf', () => {
  const note = (tile: Partial<RenderedTile>, more: Partial<Parameters<typeof noteOf>[0]> = {}) =>
    noteOf({ tile: { ...lamp, ...tile }, status: { state: 'idle' }, isSilent: false, ...more });

  it('is absent on a quiet tile', () => {
    expect(note({})).toBeUndefined();
  });

  it('names an alarm before a failed write, with its time', () => {
    const smoke = condition('smoke', 'Smoke', { severity: 'alarm', text: 'Smoke detected', since: AT });
    const status = { state: 'refused', text: 'The device refused' } as const;
    expect(note({ condition: smoke }, { status, formatSince })).toEqual({
      tone: 'alarm',
      text: 'Smoke since 12:00',
      title: 'Smoke detected since 12:00',
    });
    expect(note({ condition: smoke })?.text).toBe('Smoke detected');
  });

  it.each([
    ['on_off', true, 'Turning on…'],
    ['on_off', false, 'Turning off…'],
    ['lock', true, 'Locking…'],
    ['lock', false, 'Unlocking…'],
    ['home', true, 'Setting…'],
    ['on_off', 40, 'Waiting…'],
  ] as const)('names a pending write of %s %s as %s', (icon, data, text) => {
    const status = { state: 'pending', data } as const;
    expect(note({ toggle: toggle('unknown', icon) }, { status })).toEqual({ tone: 'quiet', text });
  });

  it.each([
    ['unanswered', 'No answer'],
    ['refused', 'Refused'],
    ['unsent', 'Not sent'],
    ['unknown', 'Not confirmed'],
  ] as const)('names a write that ended as %s in short', (state, text) => {
    expect(note({}, { status: { state, text: 'The reason' } })).toEqual({
      tone: 'failed',
      text,
      title: 'The reason',
    });
  });

  it.each([
    [12 * 60_000, 'Open 12 min'],
    [5 * 3_600_000, 'Open 5 h'],
    [50 * 3_600_000, 'Open 2 days'],
  ])('says for how long a door is open: %d ms', (ms, text) => {
    const open = condition('open', 'Open', { since: AT });
    expect(note({ condition: open }, { formatSince, now: AT + ms })?.text).toBe(text);
  });

  it('leaves the measurement visible when the battery is low', () => {
    expect(note({ condition: condition('battery-low', 'Battery low') })?.isAfterValue).toBe(true);
    expect(note({ condition: condition('unreachable', 'Away') })?.isAfterValue).toBe(false);
    const low = condition('battery-low', 'Battery low');
    const tile = show({ slots: [slot('temperature', '21', '°C')], condition: low });
    expect(valuesIn(tile)).toEqual(['21 °C']);
    expect(tile.textContent).toContain('Battery low');
  });

  it('says that a silent device did not answer', () => {
    expect(note({}, { isSilent: true })).toEqual({ tone: 'quiet', text: 'No answer' });
  });
});
