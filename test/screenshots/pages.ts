import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

export type Shot = {
  /** The name of the screenshot. */
  readonly name: string;
  readonly site: 'home' | 'portal' | 'nobody';
  path(stage: Stage): string | Promise<string>;
  /** Runs before the screenshot is taken. */
  readonly prepare?: (page: Page) => Promise<unknown>;
};

const portal = (name: string, path: Shot['path'], prepare?: Shot['prepare']): Shot => ({
  name: `portal-${name}`,
  site: 'portal',
  path,
  ...(prepare && { prepare }),
});

const home = (name: string, path: Shot['path'], prepare?: Shot['prepare']): Shot => ({
  name: `home-${name}`,
  site: 'home',
  path,
  ...(prepare && { prepare }),
});

const nobody = (name: string, path: string): Shot => ({ name, site: 'nobody', path: () => path });

/** Every page, as a visitor sees it first. */
export const shots: readonly Shot[] = [
  nobody('home-sign-in', '/home/sign-in'),
  nobody('home-sign-up', '/home/sign-up'),
  nobody('home-forgotten', '/home/forgotten'),
  home('tiles', () => '/home'),
  home('device-lamp', async (stage) => `/home/devices/${await stage.channel('Sofa lamp')}`),
  home('device-climate', async (stage) => `/home/devices/${await stage.channel('Bedroom radiator')}`),
  home('device-lock', async (stage) => `/home/devices/${await stage.channel('Front door')}`),
  home('device-unknown', () => '/home/devices/nothing'),
  home('add', () => '/home/add'),
  home('claim', () => '/home/add/code'),
  home('arrange', () => '/home/arrange'),
  home('preferences', () => '/home/preferences'),
  nobody('portal-sign-in', '/portal/sign-in'),
  portal('overview', () => '/portal'),
  portal('applications', () => '/portal/applications'),
  portal('new-application', () => '/portal/applications/new'),
  portal('application', ({ applicationId }) => `/portal/applications/${applicationId}`),
  portal('users', () => '/portal/users'),
  portal('user', ({ userId }) => `/portal/users/${userId}`),
  portal('templates', () => '/portal/templates'),
  portal('template', async ({ platform }) => {
    const [template] = await platform.server.features.templates.list();
    return `/portal/templates/${template?.id}`;
  }),
  portal('devices', () => '/portal/devices'),
  portal('virtual-devices', () => '/portal/virtual-devices'),
  portal('virtual-device', async (stage) => `/portal/virtual-devices/${await stage.channel('Sofa lamp')}`),
  portal('messages', () => '/portal/messages'),
  portal('charts', () => '/portal/charts'),
  portal('health', () => '/portal/health'),
  portal('people', () => '/portal/people'),
  portal('audit-log', () => '/portal/audit-log'),
  portal('account', () => '/portal/account'),
];
