import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderDesign } from '../../../testing/render-design.tsx';
import { useScrollReturn, useTilesToReturn } from './use-scroll-return.ts';

/** A page whose tiles arrive later than the router restores the scroll position. */
function SlowTiles() {
  const [hasTiles, setHasTiles] = useState(false);
  useScrollReturn(hasTiles);
  return (
    <button type="button" onClick={() => setHasTiles(true)}>
      {useTilesToReturn()} tiles
    </button>
  );
}

function open() {
  const root = createRootRoute({ component: Outlet });
  const pages = [
    createRoute({ getParentRoute: () => root, path: '/', component: SlowTiles }),
    createRoute({ getParentRoute: () => root, path: '/device', component: () => <p>Device</p> }),
  ];
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    scrollRestoration: true,
  });
  /** Resolves after the router has handled the next page, which forgets earlier scrolling. */
  const nextPage = () =>
    new Promise<void>((resolve) => {
      const unsubscribe = router.subscribe('onRendered', () => {
        unsubscribe();
        resolve();
      });
    });
  const opened = nextPage();
  const user = renderDesign(<RouterProvider router={router as never} />);
  /** Scrolls as a person does. */
  const scroll = (y: number) =>
    act(() => {
      window.scrollTo(0, y);
      document.dispatchEvent(new Event('scroll'));
      window.dispatchEvent(new Event('scroll'));
    });
  return { router, user, scroll, opened, nextPage };
}
const tiles = () => screen.findByRole('button');

describe('the scroll position of the tiles', () => {
  afterEach(() => {
    window.scrollTo(0, 0);
  });

  async function leaveAndReturn(y: number) {
    const { router, user, scroll, opened, nextPage } = open();
    await act(() => opened);
    scroll(y);
    const left = nextPage();
    await act(() => router.navigate({ to: '/device' }));
    await act(() => left);
    const returned = nextPage();
    act(() => router.history.back());
    await act(() => returned);
    const button = await tiles();
    // The page is still short, so that the browser cannot scroll.
    scroll(0);
    return { user, button, scroll };
  }

  it('restores the scroll position when the tiles arrive', async () => {
    const { user, button } = await leaveAndReturn(900);
    expect(window.scrollY).toBe(0);
    await user.click(button);
    expect(window.scrollY).toBe(900);
  });

  it('keeps the position to which the person scrolled meanwhile', async () => {
    const { user, button, scroll } = await leaveAndReturn(900);
    scroll(40);
    await user.click(button);
    expect(window.scrollY).toBe(40);
  });

  it('asks for as many tiles as make the page long enough', async () => {
    const { button } = await leaveAndReturn(900);
    const rows = Math.ceil((900 + 2 * innerHeight) / 72);
    expect(button.textContent).toBe(`${rows * Math.ceil(innerWidth / 156)} tiles`);
  });

  it('starts at the top of a page that was not left', async () => {
    const { user } = open();
    const button = await tiles();
    expect(button.textContent).toBe('0 tiles');
    await user.click(button);
    expect(window.scrollY).toBe(0);
  });
});
