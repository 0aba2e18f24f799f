import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readAddSearch } from './add-device/add-search.ts';
import { client } from './client.ts';
import { Loading, Problem } from './shell/problem.tsx';
import { Shell } from './shell/shell.tsx';
import { withStyles } from './shell/with-styles.ts';
import { readSignInSearch, type SignInSearch } from './sign-in/where.ts';
import { TilesPage } from './tiles/tiles-page.tsx';

const root = createRootRoute({ component: Outlet });

/** Routes for people who are not signed in; others are redirected. */
const outside = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    validateSearch: readSignInSearch,
    beforeLoad: async (): Promise<void> => {
      if (await client.token()) throw redirect<AnyRouter>({ to: '/' });
    },
  });

/** Routes behind the sign-in. The signed-in person is known without a request, so that they open offline. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }): Promise<void> => {
    if (await client.token()) return;
    const { publicHref: next } = location;
    const search: SignInSearch = next === '/home' ? {} : { next };
    throw redirect<AnyRouter>({ to: '/sign-in', search });
  },
});

const page = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => inside, path, component });

const routeTree = root.addChildren([
  outside(
    '/sign-in',
    lazyRouteComponent(() => withStyles(import('./sign-in/sign-in-page.tsx')), 'SignInPage'),
  ),
  outside(
    '/sign-up',
    lazyRouteComponent(() => withStyles(import('./sign-in/sign-up-page.tsx')), 'SignUpPage'),
  ),
  outside(
    '/forgotten',
    lazyRouteComponent(() => withStyles(import('./sign-in/forgotten-page.tsx')), 'ForgottenPage'),
  ),
  inside.addChildren([
    // This is the first view of most visits, so that it is part of the first file.
    createRoute({ getParentRoute: () => inside, path: '/', component: TilesPage }),
    page(
      '/devices/$channelId',
      lazyRouteComponent(() => withStyles(import('./device/device-page.tsx')), 'DevicePage'),
    ),
    createRoute({
      getParentRoute: () => inside,
      path: '/add',
      component: lazyRouteComponent(
        () => withStyles(import('./add-device/add-device-page.tsx')),
        'AddDevicePage',
      ),
      validateSearch: readAddSearch,
    }),
    page(
      '/arrange',
      lazyRouteComponent(() => withStyles(import('./arrange/arrange-page.tsx')), 'ArrangePage'),
    ),
    page(
      '/preferences',
      lazyRouteComponent(() => withStyles(import('./preferences/preferences-page.tsx')), 'PreferencesPage'),
    ),
    page(
      '$',
      lazyRouteComponent(() => withStyles(import('./shell/missing-page.tsx')), 'MissingPage'),
    ),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/home',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error, reset }) => <Problem error={error} onRetry={reset} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
