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

/** A lamp of the catalogue, with a switch, a brightness and a colour. */
const LAMP_MODEL = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

const nobody = (name: string, path: string): Shot => ({ name, site: 'nobody', path: () => path });

const addTheDevice = (page: Page) => page.getByRole('button', { name: 'Add the device' }).click();

async function openNewToken(page: Page) {
  await page.getByRole('button', { name: 'New access token' }).first().click();
  return page.getByRole('dialog');
}

/** Every page, as a visitor sees it first. */
export const shots: readonly Shot[] = [
  nobody('home-sign-in', '/home/sign-in'),
  nobody('home-sign-up', '/home/sign-up'),
  nobody('home-forgotten', '/home/forgotten'),
  nobody('models', '/devices'),
  nobody('model', `/devices/${LAMP_MODEL}`),
  home('tiles', () => '/home'),
  home('device-lamp', async (stage) => `/home/devices/${await stage.channel('Sofa lamp')}`),
  home('device-climate', async (stage) => `/home/devices/${await stage.channel('Bedroom radiator')}`),
  home('device-lock', async (stage) => `/home/devices/${await stage.channel('Front door')}`),
  home('device-unknown', () => '/home/devices/nothing'),
  home('energy', () => '/home/energy?bars=day'),
  home('energy-hours', () => '/home/energy'),
  home('automations', () => '/home/automations'),
  home('automation-new', () => '/home/automations/new'),
  home('automations-ready', () => '/home/automations/templates'),
  home('add', () => '/home/add'),
  home('add-kind', async ({ platform }) => {
    const [template] = await platform.server.features.templates.list();
    return `/home/add?template=${template?.id}`;
  }),
  home('add-supported', () => '/home/add/supported'),
  home('add-model', () => `/home/add/supported?model=${LAMP_MODEL}`),
  home('claim', () => '/home/add/code'),
  home('claim-link', async (stage) => `/home/add#code=${await stage.newClaimCode()}`),
  home(
    'claimed',
    async (stage) => `/home/add#code=${await stage.newClaimCode()}`,
    async (page) => {
      await addTheDevice(page);
      await page.getByRole('link', { name: 'Go to your home' }).waitFor();
    },
  ),
  home('arrange', () => '/home/arrange'),
  home('scenes', () => '/home/scenes'),
  home(
    'scene-choose',
    () => '/home/scenes',
    (page) => page.getByRole('button', { name: 'New scene' }).click(),
  ),
  home(
    'scene-change',
    () => '/home/scenes',
    (page) => page.getByRole('button', { name: 'Change Film night' }).click(),
  ),
  home('account', () => '/home/account'),
  home('preferences', () => '/home/preferences'),
  home('notifications', () => '/home/notifications'),
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
  portal('managers', () => '/portal/managers'),
  portal('manager', ({ managerId }) => `/portal/managers/${managerId}`),
  portal(
    'manager-account',
    ({ managerId }) => `/portal/managers/${managerId}`,
    (page) => page.getByRole('button', { name: /^Edit the account/ }).click(),
  ),
  portal(
    'manager-call-again',
    ({ managerId }) => `/portal/managers/${managerId}`,
    (page) => page.getByRole('button', { name: 'Call again: authorize' }).click(),
  ),
  portal('devices', () => '/portal/devices'),
  portal(
    'new-device',
    () => '/portal/devices',
    async (page) => {
      await page.getByRole('button', { name: 'New device' }).first().click();
      await page.getByRole('dialog').getByText('With a claim code').click();
    },
  ),
  portal('supported', () => '/portal/devices/supported'),
  portal('model', () => `/portal/devices/supported?model=${LAMP_MODEL}`),
  portal('device', ({ devices }) => `/portal/devices/${devices.owned}`),
  portal(
    'device-rotate',
    ({ devices }) => `/portal/devices/${devices.owned}`,
    (page) => page.getByRole('button', { name: 'New secret…' }).click(),
  ),
  portal(
    'device-secret',
    ({ devices }) => `/portal/devices/${devices.owned}`,
    async (page) => {
      await page.getByRole('button', { name: 'New secret…' }).click();
      await page.getByRole('button', { name: 'Create new secret' }).click();
      await page.getByRole('textbox', { name: 'Client secret' }).waitFor();
    },
  ),
  portal(
    'device-claim-code',
    ({ devices }) => `/portal/devices/${devices.unclaimed}`,
    async (page) => {
      await page.getByRole('button', { name: 'New claim code' }).click();
      await page.getByRole('textbox', { name: 'Claim code' }).waitFor();
    },
  ),
  portal('virtual-devices', () => '/portal/virtual-devices'),
  portal('virtual-device', async (stage) => `/portal/virtual-devices/${await stage.channel('Sofa lamp')}`),
  portal('messages', () => '/portal/messages'),
  portal('charts', () => '/portal/charts'),
  portal('health', () => '/portal/health'),
  portal('people', () => '/portal/people'),
  portal('audit-log', () => '/portal/audit-log'),
  portal('account', () => '/portal/account'),
  portal('tokens', () => '/portal/tokens'),
  portal('new-token', () => '/portal/tokens', openNewToken),
  portal(
    'made-token',
    () => '/portal/tokens',
    async (page) => {
      const dialog = await openNewToken(page);
      await dialog.getByLabel('Name').fill('Backup script');
      await dialog.getByRole('checkbox', { name: 'Read' }).first().check();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('dialog', { name: 'Copy the access token' }).waitFor();
    },
  ),
  portal(
    'revoke-token',
    () => '/portal/tokens',
    (page) => page.getByRole('button', { name: 'Revoke Laptop' }).click(),
  ),
];
