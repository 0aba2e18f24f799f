import { resources, type TemplateSummary } from '@azulejo/contract';
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';
import { followPagesWithFocus } from './page-focus.ts';

const bulb = resources.templates.get.example.reply as TemplateSummary;

function open(path = '', replies: Parameters<typeof fakeHome>[0] = {}) {
  signIn();
  const opened = openHome(fakeHome(replies), path);
  followPagesWithFocus(opened.router);
  return opened;
}
/** Where the focus is, in words. */
const focus = () => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`;
const lamp = () => screen.findByRole('link', { name: 'Desk lamp' });

describe('followPagesWithFocus', () => {
  it('leaves the focus of the first page to the browser', async () => {
    open();
    await lamp();
    expect(document.activeElement).toBe(document.body);
  });

  it('moves the focus to the heading of a new page', async () => {
    const { user } = open();
    await user.click(await lamp());
    await expect.poll(focus).toBe('H1 Desk lamp');
  });

  it('returns the focus to the link that was followed when the person goes back', async () => {
    const { user, router } = open();
    await user.click(await lamp());
    await expect.poll(focus).toBe('H1 Desk lamp');
    act(() => router.history.back());
    await expect.poll(() => document.activeElement?.getAttribute('href')).toBe('/home/devices/lamp');
  });

  it('moves the focus to the heading when the page is opened again by a link', async () => {
    const { user } = open('/arrange');
    await screen.findByRole('heading', { level: 1, name: 'Arrange' });
    const [home] = screen.getAllByRole('link', { name: /^Home/ });
    if (home) await user.click(home);
    await lamp();
    await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  });

  it('leaves the focus in a field that only changes the address', async () => {
    const { user } = open();
    await lamp();
    await user.click(screen.getByRole('button', { name: 'Search devices' }));
    const field = screen.getByRole('searchbox');
    await user.paste('desk');
    await expect.poll(() => window.location.search).toContain('desk');
    expect(document.activeElement).toBe(field);
  });

  it('leaves the focus where the new page placed it', async () => {
    const { router } = open('', { templates: { list: listOf(bulb) } });
    await lamp();
    const search = { template: bulb.id, added: ['lamp'] };
    await act(() => router.navigate({ to: '/add', search }));
    await expect.poll(focus).toBe('H2 It is in your home');
  });

  it('waits for the heading of a page whose data is slow', async () => {
    const reply = Promise.withResolvers<never>();
    const { router } = open('', { templates: { list: () => reply.promise } });
    await lamp();
    await act(() => router.navigate({ to: '/add', search: { template: 'none' } }));
    await expect.poll(focus).toBe('H1 Add a device');
    await act(async () => reply.resolve(listOf(bulb)));
    expect(await screen.findByRole('heading', { name: 'Kind of device not found' })).toBeTruthy();
  });
});

const listOf = (...kinds: TemplateSummary[]) =>
  ({ elements: kinds.map((template) => ({ template })), size: kinds.length }) as never;
