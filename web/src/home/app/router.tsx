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
import { readModelsSearch } from '../../models/models-search.ts';
import { readNewSearch } from '../automation/automations/editor/new-search.ts';
import { readRunSearch } from '../automation/automations/run-search.ts';
import { readAddSearch } from '../devices/add-device/add-search.ts';
import { readConnectSearch } from '../devices/add-device/bridge-types.ts';
import { keepCode } from '../devices/add-device/claim-code.ts';
import { readActivitySearch } from '../house/activity/activity-search.ts';
import { readPeriodSearch } from '../house/device/period-search.ts';
import { readEnergySearch } from '../house/energy/energy-search.ts';
import { HomePage } from '../house/rooms/home-page.tsx';
import { transitionTypes } from '../kit/ui/page-transition.ts';
import { Loading, Problem } from '../kit/ui/problem.tsx';
import { withStyles } from '../kit/ui/with-styles.ts';
import { readSignInSearch, type SignInSearch } from '../person/sign-in/where.ts';
import { isHiddenPage } from '../tablet/wall-tablet/wall-tablet.ts';
import { Shell } from './shell/shell.tsx';

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
      lazyRouteComponent(() => withStyles(import('../person/sign-in/sign-in-page.tsx')), 'SignInPage'),
    ),
    outside(
      '/sign-up',
      lazyRouteComponent(() => withStyles(import('../person/sign-in/sign-up-page.tsx')), 'SignUpPage'),
    ),
    outside(
      '/forgotten',
      lazyRouteComponent(() => withStyles(import('../person/sign-in/forgotten-page.tsx')), 'ForgottenPage'),
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
        () => withStyles(import('../devices/add-device/add-device-page.tsx')),
        'AddDevicePage',
      ),
      validateSearch: readAddSearch,
    }),
    page(
      '/add/real',
      lazyRouteComponent(() => withStyles(import('../devices/add-device/real-page.tsx')), 'RealPage'),
    ),
    page(
      '/add/virtual',
      lazyRouteComponent(() => withStyles(import('../devices/add-device/virtual-page.tsx')), 'VirtualPage'),
    ),
    createRoute({
      getParentRoute: () => inside,
      path: '/add/supported',
      component: lazyRouteComponent(
        () => withStyles(import('../devices/add-device/supported-page.tsx')),
        'SupportedPage',
      ),
      validateSearch: readModelsSearch,
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/add/bridge',
      component: lazyRouteComponent(
        () => withStyles(import('../devices/add-device/connect-page.tsx')),
        'ConnectPage',
      ),
      validateSearch: readConnectSearch,
    }),
    page(
      '/add/from/$bridgeId',
      lazyRouteComponent(() => withStyles(import('../devices/add-device/bridge-page.tsx')), 'BridgePage'),
    ),
    page(
      '/add/code',
      lazyRouteComponent(() => withStyles(import('../devices/add-device/claim-page.tsx')), 'ClaimPage'),
    ),
  ] as const;
}

/** Creates the pages of automations. */
function automationRoutes(inside: ReturnType<typeof signedIn>) {
  const page = pageOf(inside);
  return [
    page(
      '/automations',
      lazyRouteComponent(
        () => withStyles(import('../automation/automations/automations-page.tsx')),
        'AutomationsPage',
      ),
    ),
    page(
      '/automations/templates',
      lazyRouteComponent(
        () => withStyles(import('../automation/automations/templates/templates-page.tsx')),
        'TemplatesPage',
      ),
    ),
    createRoute({
      getParentRoute: () => inside,
      path: '/automations/$automationId',
      component: lazyRouteComponent(
        () => withStyles(import('../automation/automations/automation-page.tsx')),
        'AutomationPage',
      ),
      validateSearch: readRunSearch,
    }),
    page(
      '/automations/$automationId/edit',
      lazyRouteComponent(
        () => withStyles(import('../automation/automations/editor/editor-page.tsx')),
        'EditAutomationPage',
      ),
    ),
    createRoute({
      getParentRoute: () => inside,
      path: '/automations/new',
      component: lazyRouteComponent(
        () => withStyles(import('../automation/automations/editor/editor-page.tsx')),
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
      lazyRouteComponent(() => withStyles(import('../devices/arrange/arrange-page.tsx')), 'ArrangePage'),
    ),
    page(
      '/scenes',
      lazyRouteComponent(() => withStyles(import('../automation/scenes/scenes-page.tsx')), 'ScenesPage'),
    ),
    page(
      '/preferences',
      lazyRouteComponent(
        () => withStyles(import('../person/preferences/preferences-page.tsx')),
        'PreferencesPage',
      ),
    ),
    page(
      '/notifications',
      lazyRouteComponent(
        () => withStyles(import('../person/notifications/notifications-page.tsx')),
        'NotificationsPage',
      ),
    ),
    page(
      '/account',
      lazyRouteComponent(() => withStyles(import('../person/account/account-page.tsx')), 'AccountPage'),
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
      component: lazyRouteComponent(
        () => withStyles(import('../house/device/device-page.tsx')),
        'DevicePage',
      ),
      validateSearch: readPeriodSearch,
    }),
    page(
      '/lamp-groups/$groupId',
      lazyRouteComponent(() => withStyles(import('../house/rooms/lamp-group-page.tsx')), 'LampGroupPage'),
    ),
    page(
      '/rooms/$roomId',
      lazyRouteComponent(() => withStyles(import('../house/rooms/room-page.tsx')), 'RoomPage'),
    ),
    createRoute({
      getParentRoute: () => inside,
      path: '/activity',
      component: lazyRouteComponent(
        () => withStyles(import('../house/activity/activity-page.tsx')),
        'ActivityPage',
      ),
      validateSearch: readActivitySearch,
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/energy',
      component: lazyRouteComponent(
        () => withStyles(import('../house/energy/energy-page.tsx')),
        'EnergyPage',
      ),
      validateSearch: readEnergySearch,
    }),
    page(
      '/alarms',
      lazyRouteComponent(() => withStyles(import('../house/activity/alarms-page.tsx')), 'AlarmsPage'),
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
