import { exampleToken, type resources } from '@azulejo/contract';
import { RouterProvider } from '@tanstack/react-router';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import type { Replies } from '../../testing/fake-operations.ts';
import { renderDesign } from '../../testing/render-design.tsx';
import { createHomeRouter } from '../app/router.tsx';
import { createStores, type Stores } from '../app/stores.ts';
import { StoresProvider } from '../app/stores-provider.tsx';
import type { FakeHome } from './fake-home.ts';

export type HomeReplies = Replies<typeof resources>;

/** Puts the token of a signed-in person where the page looks for it. */
export function signIn(storage: Storage = localStorage): void {
  const expires = new Date(Date.now() + 86_400_000).toISOString().replace('Z', '+0000');
  storage.setItem('azulejo.token', JSON.stringify({ ...exampleToken, expires }));
}

/** Writes the settings of the page, as the platform does. */
export function writeSettings(settings: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(settings)) {
    const meta = document.createElement('meta');
    Object.assign(meta, { name: `azulejo-${name}`, content });
    document.head.append(meta);
    onTestFinished(() => meta.remove());
  }
}

/** Renders a component of Home with the stores of a page; returns them and the person who uses it. */
export function renderHome(platform: FakeHome, ui: ReactNode): { user: UserEvent; stores: Stores } {
  const stores = createStores(platform);
  return {
    stores,
    user: renderDesign(<StoresProvider stores={stores}>{ui}</StoresProvider>, stores.queries),
  };
}

/** Opens Home at a path below `/home`. */
export function openHome(platform: FakeHome, path = '') {
  window.history.replaceState(null, '', `/home${path}`);
  const stores = createStores(platform);
  const router = createHomeRouter(stores.session.client);
  const page = <RouterProvider router={router} />;
  return {
    stores,
    router,
    user: renderDesign(<StoresProvider stores={stores}>{page}</StoresProvider>, stores.queries),
  };
}
