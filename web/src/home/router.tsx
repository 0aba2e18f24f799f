import type { Client } from '@azulejo/sdk';
import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readModelsSearch } from '../models/models-search.ts';
import { readActivitySearch } from './activity/activity-search.ts';
import { readAddSearch } from './add-device/add-search.ts';
import { readConnectSearch } from './add-device/bridge-types.ts';
import { keepCode } from './add-device/claim-code.ts';
import { readNewSearch } from './automations/editor/new-search.ts';
import { readRunSearch } from './automations/run-search.ts';
import { readPeriodSearch } from './device/period-search.ts';
import { readEnergySearch } from './energy/energy-search.ts';
import { isHiddenPage } from './kiosk/kiosk.ts';
import { transitionTypes } from './parts/page-transition.ts';
import { Loading, Problem } from './parts/problem.tsx';
import { withStyles } from './parts/with-styles.ts';
import { HomePage } from './rooms/home-page.tsx';
import { Shell } from './shell/shell.tsx';
import { readSignInSearch, type SignInSearch } from './sign-in/where.ts';

type Page = ReturnType<typeof lazyRouteComponent>;

const root = createRootRoute({ component: Outlet });

/** Creates the routes for people who are not signed in; others are redirected. */
function outsideRoutes(client: Client) {
  const outside = <const Path extends string>(path: Path, component: Page) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      validateSearch: readSignInSearch,
      beforeLoad: async (): Promise<void> => {
        if (await client.token()) throw redirect<AnyRouter>({ to: '/' });
      },
    });
  return [
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
  ] as const;
}

/**
 * Creates the route behind the sign-in. The signed-in person is known without a request, so that its pages open
 * offline.
 */
const signedIn = (client: Client) =>
  createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: Shell,
    beforeLoad: async ({ location }): Promise<void> => {
      if (isHiddenPage(location.pathname)) throw redirect<AnyRouter>({ to: '/', replace: true });
      if (keepCode(location.hash)) throw redirect<AnyRouter>({ to: '/add/code', hash: '', replace: true });
      if (await client.token()) return;
      const { publicHref: next } = location;
      const search: SignInSearch = next === '/home' ? {} : { next };
      throw redirect<AnyRouter>({ to: '/sign-in', search });
    },
  });

type SignedIn = ReturnType<typeof signedIn>;

const pageOf =
  (inside: SignedIn) =>
  <const Path extends string>(path: Path, component: Page) =>
    createRoute({ getParentRoute: () => inside, path, component });

/** Creates the routes on which devices are added. */
function addRoutes(inside: SignedIn) {
  const page = pageOf(inside);
  return [
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
      '/add/real',
      lazyRouteComponent(() => withStyles(import('./add-device/real-page.tsx')), 'RealPage'),
    ),
    page(
      '/add/virtual',
      lazyRouteComponent(() => withStyles(import('./add-device/virtual-page.tsx')), 'VirtualPage'),
    ),
    createRoute({
      getParentRoute: () => inside,
      path: '/add/supported',
      component: lazyRouteComponent(
        () => withStyles(import('./add-device/supported-page.tsx')),
        'SupportedPage',
      ),
      validateSearch: readModelsSearch,
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/add/bridge',
      component: lazyRouteComponent(() => withStyles(import('./add-device/connect-page.tsx')), 'ConnectPage'),
      validateSearch: readConnectSearch,
    }),
    page(
      '/add/from/$bridgeId',
      lazyRouteComponent(() => withStyles(import('./add-device/bridge-page.tsx')), 'BridgePage'),
    ),
    page(
      '/add/code',
      lazyRouteComponent(() => withStyles(import('./add-device/claim-page.tsx')), 'ClaimPage'),
    ),
  ] as const;
}

/** Creates the pages of automations. */
function automationRoutes(inside: ReturnType<typeof signedIn>) {
  const page = pageOf(inside);
  return [
    page(
      '/automations',
      lazyRouteComponent(() => withStyles(import('./automations/automations-page.tsx')), 'AutomationsPage'),
    ),
    page(
      '/automations/templates',
      lazyRouteComponent(
        () => withStyles(import('./automations/templates/templates-page.tsx')),
        'TemplatesPage',
      ),
    ),
    createRoute({
      getParentRoute: () => inside,
      path: '/automations/$automationId',
      component: lazyRouteComponent(
        () => withStyles(import('./automations/automation-page.tsx')),
        'AutomationPage',
      ),
      validateSearch: readRunSearch,
    }),
    page(
      '/automations/$automationId/edit',
      lazyRouteComponent(
        () => withStyles(import('./automations/editor/editor-page.tsx')),
        'EditAutomationPage',
      ),
    ),
    createRoute({
      getParentRoute: () => inside,
      path: '/automations/new',
      component: lazyRouteComponent(
        () => withStyles(import('./automations/editor/editor-page.tsx')),
        'NewAutomationPage',
      ),
      validateSearch: readNewSearch,
    }),
  ] as const;
}

/** Creates the pages about the person, and about how they see their home. */
function ownRoutes(inside: ReturnType<typeof signedIn>) {
  const page = pageOf(inside);
  return [
    page(
      '/arrange',
      lazyRouteComponent(() => withStyles(import('./arrange/arrange-page.tsx')), 'ArrangePage'),
    ),
    page(
      '/scenes',
      lazyRouteComponent(() => withStyles(import('./scenes/scenes-page.tsx')), 'ScenesPage'),
    ),
    page(
      '/preferences',
      lazyRouteComponent(() => withStyles(import('./preferences/preferences-page.tsx')), 'PreferencesPage'),
    ),
    page(
      '/notifications',
      lazyRouteComponent(
        () => withStyles(import('./notifications/notifications-page.tsx')),
        'NotificationsPage',
      ),
    ),
    page(
      '/account',
      lazyRouteComponent(() => withStyles(import('./account/account-page.tsx')), 'AccountPage'),
    ),
  ] as const;
}

/** Creates the routes behind the sign-in. */
function insideRoutes(client: Client) {
  const inside = signedIn(client);
  const page = pageOf(inside);
  return inside.addChildren([
    // This is the first view of most visits, so it is part of the first file.
    createRoute({ getParentRoute: () => inside, path: '/', component: HomePage }),
    createRoute({
      getParentRoute: () => inside,
      path: '/devices/$channelId',
      component: lazyRouteComponent(() => withStyles(import('./device/device-page.tsx')), 'DevicePage'),
      validateSearch: readPeriodSearch,
    }),
    page(
      '/lamp-groups/$groupId',
      lazyRouteComponent(() => withStyles(import('./rooms/lamp-group-page.tsx')), 'LampGroupPage'),
    ),
    page(
      '/rooms/$roomId',
      lazyRouteComponent(() => withStyles(import('./rooms/room-page.tsx')), 'RoomPage'),
    ),
    createRoute({
      getParentRoute: () => inside,
      path: '/activity',
      component: lazyRouteComponent(() => withStyles(import('./activity/activity-page.tsx')), 'ActivityPage'),
      validateSearch: readActivitySearch,
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/energy',
      component: lazyRouteComponent(() => withStyles(import('./energy/energy-page.tsx')), 'EnergyPage'),
      validateSearch: readEnergySearch,
    }),
    page(
      '/alarms',
      lazyRouteComponent(() => withStyles(import('./activity/alarms-page.tsx')), 'AlarmsPage'),
    ),
    ...addRoutes(inside),
    ...automationRoutes(inside),
    ...ownRoutes(inside),
    page(
      '$',
      lazyRouteComponent(() => withStyles(import('./shell/missing-page.tsx')), 'MissingPage'),
    ),
  ]);
}

export function createHomeRouter(client: Client) {
  return createRouter({
    routeTree: root.addChildren([...outsideRoutes(client), insideRoutes(client)]),
    basepath: '/home',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultViewTransition: { types: transitionTypes },
    defaultPendingComponent: Loading,
    defaultErrorComponent: ({ error, reset }) => <Problem error={error} onRetry={reset} />,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createHomeRouter>;
  }
}
