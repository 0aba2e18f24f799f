import type { Condition, RenderedTile } from '@azulejo/sdk';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ShowTexts } from '../testing/show-texts.tsx';
import { noteOf } from './tile-note.ts';
import { TileView, type TileViewProps } from './tile-view.tsx';

const lamp: RenderedTile = {
  id: '1',
  label: 'Desk lamp',
  slots: [],
  state: [],
  isPressable: false,
  severity: 'normal',
};
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
  render(<TileView tile={{ ...lamp, ...tile }} {...props} />, { wrapper: ShowTexts });
  return screen.getByRole('article');
}
const lineOf = (tile: HTMLElement) => tile.querySelector('[data-line]')?.textContent;

describe('TileView', () => {
  it('shows name and state in two lines', () => {
    const tile = show({ state: ['21.5°', '40 %'] });
    expect(tile.textContent).toContain('Desk lamp');
    expect(lineOf(tile)).toBe('21.5° · 40 %');
  });

  it('says of a virtual device what it is, and of no other', () => {
    show({}, { isVirtual: true });
    expect(screen.getByTitle('Desk lamp (virtual device)').textContent).toBe('Desk lamp');
    cleanup();
    show({});
    expect(screen.getByTitle('Desk lamp').textContent).toBe('Desk lamp');
  });

  it('says that there is no value yet', () => {
    const tile = show({ slots: [slot('temperature', '--', '', { value: undefined })] });
    expect(tile.textContent).toContain('No value yet');
  });

  it('shows the figure of a climate or meter tile in large', () => {
    const climate = show({ wide: { kind: 'climate', reading: { text: '21.3', unit: '°' } } });
    expect(climate.textContent).toContain('21.3°');
    cleanup();
    const meter = show({ wide: { kind: 'meter', reading: { text: '920', unit: 'W' } } });
    expect(meter.textContent).toContain('920 W');
  });

  it('shows a shorter name than the one by which the device is called', () => {
    show({ label: 'Living room radiator' }, { name: 'Radiator', href: '#1' });
    expect(screen.getByRole('link', { name: 'Living room radiator' }).textContent).toBe('Radiator');
  });

  it('draws the picture of the person instead of the icon, except during an alarm', () => {
    const picture = '/picture.png';
    expect(show({}, { picture }).querySelector('img')?.getAttribute('src')).toBe(picture);
    const alarmed = render(<TileView tile={{ ...lamp, severity: 'alarm' }} picture={picture} />).container;
    expect(alarmed.querySelector('img')).toBeNull();
    expect(alarmed.querySelector('svg')).not.toBeNull();
  });

  it('fills a lit lamp to its level in its colour, and nothing else', () => {
    const light = { level: 0.62, color: '#fbbf6d' };
    const lit = show({ toggle: toggle('on'), light });
    expect([lit.style.getPropertyValue('--level'), lit.style.getPropertyValue('--lamp')]).toEqual([
      '62%',
      '#fbbf6d',
    ]);
    expect(lit.dataset['level']).toBe('part');
    cleanup();
    expect(show({ toggle: toggle('on'), light: { level: 1 } }).dataset['level']).toBe('full');
    cleanup();
    const plug = show({ toggle: toggle('on') });
    expect([plug.dataset['on'], plug.dataset['level']]).toEqual(['', undefined]);
    cleanup();
    expect(show({ toggle: toggle('on'), light }, { isSilent: true }).style.getPropertyValue('--level')).toBe(
      '',
    );
  });

  it('does not draw a device as on that needs attention', () => {
    expect(show({ toggle: toggle('on'), severity: 'attention' }).dataset['on']).toBeUndefined();
  });

  it('marks a tile that is away, cached or on', () => {
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
  ] as const)('a switch that is %s writes the other value', async (state, isChecked, written) => {
    const onToggle = vi.fn();
    show({ toggle: toggle(state), isPressable: true }, { onToggle });
    const control = screen.getByRole('switch', { name: 'Desk lamp' });
    expect(control.getAttribute('aria-checked')).toBe(String(isChecked));
    await userEvent.click(control);
    expect(onToggle).toHaveBeenCalledExactlyOnceWith(written);
  });

  it('shows a switch as busy while a write is pending, and lets it be pressed', () => {
    show(
      { toggle: toggle('off'), isPressable: true },
      { onToggle: vi.fn(), status: { state: 'pending', data: true } },
    );
    const control = screen.getByRole<HTMLButtonElement>('switch');
    expect(control.getAttribute('aria-busy')).toBe('true');
    expect(control.disabled).toBe(false);
  });

  it('puts the switch after the name in the document', () => {
    const tile = show({ toggle: toggle('off'), isPressable: true }, { onToggle: vi.fn(), href: '#1' });
    expect([...tile.querySelectorAll('a, button')].map(({ tagName }) => tagName)).toEqual(['A', 'BUTTON']);
  });

  it('keeps the element of the switch while the device is loaded', () => {
    const { rerender, container } = render(
      <TileView tile={{ ...lamp, isPressable: true }} onToggle={vi.fn()} />,
    );
    const before = container.querySelector('button');
    expect(before?.disabled).toBe(true);
    const loaded = { ...lamp, isPressable: true, toggle: toggle('on') };
    rerender(<TileView tile={loaded} onToggle={vi.fn()} />);
    expect(screen.getByRole('switch')).toBe(before);
  });

  it('shows no switch where nothing can be written', () => {
    show({ toggle: toggle('off'), isPressable: true });
    expect(screen.queryByRole('switch')).toBeNull();
    cleanup();
    show({ toggle: toggle('off') }, { onToggle: vi.fn() });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('the name of a tile', () => {
  it('shows the name of a tile as a link that opens without loading a page', async () => {
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

  it('shows the name as a button where there is no address, and as text where nothing opens', async () => {
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

  it('returns no note on a quiet tile', () => {
    expect(note({})).toBeUndefined();
  });

  it('names an alarm before a failed write, with its time', () => {
    const smoke = condition('smoke', 'Smoke', { severity: 'alarm', text: 'Smoke detected', since: AT });
    const status = { state: 'refused', text: 'The device refused' } as const;
    expect(note({ condition: smoke }, { status, formatSince })).toEqual({
      tone: 'alarm',
      text: 'Since 12:00',
      title: 'Smoke detected since 12:00',
      spoken: 'Smoke detected:',
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

  it('returns no note while a new brightness is written, which the tile shows already', () => {
    const status = { state: 'pending', data: 40 } as const;
    expect(note({ toggle: toggle('on'), light: { level: 0.4 } }, { status })).toBeUndefined();
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
    expect(lineOf(show({ state: ['21°', '40 %'], condition: low }))).toBe('21° · Battery low');
  });

  it('says that a silent device did not answer', () => {
    expect(note({}, { isSilent: true })).toEqual({ tone: 'quiet', text: 'No answer' });
  });
});
