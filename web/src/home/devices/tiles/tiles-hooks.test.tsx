import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { channelOf, tileOf } from '../../../testing/devices.ts';
import { createPageTitle } from '../../kit/ui/page-title.ts';
import { channelList, fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';
import { isSearchKey } from './search-key.ts';
import { createTilesMemory } from './tiles-memory.ts';

describe('the folded sections', () => {
  it('stores the folded sections on this device', () => {
    const { collapsed } = createTilesMemory();
    const listener = vi.fn();
    const unwatch = collapsed.watch(listener);
    collapsed.toggle('kitchen');
    collapsed.toggle('hall');
    unwatch();
    collapsed.toggle('hall');
    expect(listener).toHaveBeenCalledTimes(2);
    const restored = createTilesMemory().collapsed;
    expect([restored.has('kitchen'), restored.has('hall')]).toEqual([true, false]);
  });

  it.each(['{', '7', '[1]'])('has no folded sections when %s was stored', (stored) => {
    localStorage.setItem('azulejo.collapsed', stored);
    expect(createTilesMemory().collapsed.has('1')).toBe(false);
  });
});

describe('isSearchKey', () => {
  const press = (init: KeyboardEventInit, target: EventTarget = document.body) => {
    const event = new KeyboardEvent('keydown', init);
    Object.defineProperty(event, 'target', { value: target });
    return isSearchKey(event);
  };

  it('accepts / outside fields, and Ctrl+K or ⌘K anywhere', () => {
    const field = document.createElement('input');
    expect([press({ key: '/' }), press({ key: '/' }, field), press({ key: '/', altKey: true })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([press({ key: 'K', ctrlKey: true }, field), press({ key: 'k', metaKey: true })]).toEqual([
      true,
      true,
    ]);
    expect(press({ key: 'k' })).toBe(false);
  });
});

describe('the title of the page', () => {
  it('begins the title with the alarms, and returns to that of the document', () => {
    const window = { title: 'Azulejo' };
    const title = createPageTitle(window);
    title.namePage('Arrange');
    expect(window.title).toBe('Arrange – Azulejo');
    title.nameAlarms('Smoke');
    expect(window.title).toBe('Smoke – Arrange – Azulejo');
    title.namePage(undefined);
    title.nameAlarms('');
    expect(window.title).toBe('Azulejo');
  });
});

describe('a home with many tiles', () => {
  it('shows all of many tiles, those in sight first', async () => {
    signIn();
    const ids = Array.from({ length: 60 }, (_, n) => `lamp-${n}`);
    const platform = fakeHome({
      tiles: { list: { tiles: ids.map((id) => tileOf(id, id)) } },
      channels: { list: channelList(ids.map((id) => channelOf(id))) },
    });
    openHome(platform);
    await expect.poll(() => document.querySelectorAll('article').length).toBe(60);
  });
});

describe('the outcome of a write', () => {
  it('announces the outcome of a write with the name of the tile', async () => {
    signIn();
    const platform = fakeHome({ values: { put: { state: 'unanswered' } as never } });
    const { user } = openHome(platform);
    await user.click(await screen.findByRole('switch', { name: /^Desk lamp/ }));
    expect(await screen.findByText('Desk lamp: No answer from the device')).toBeTruthy();
  });
});

describe('the key for the search', () => {
  it('leads from another page to the search', async () => {
    signIn();
    openHome(fakeHome(), '/preferences');
    await screen.findByRole('heading', { level: 1 });
    act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true })));
    await expect.poll(() => window.location.search).toBe('?find=');
    expect(await screen.findByRole('searchbox')).toBe(document.activeElement);
  });
});
