import { type PortalDevice, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '../../../testing/choose-option.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { sessionAs } from '../../testing/sessions.ts';

type Replies = Parameters<typeof fakePortal>[0];

const plug = portalResources.devices.get.example.reply as PortalDevice;
const mqtt_url = 'mqtts://home.example:8883';
const LIST = '/devices';
const PAGE = `${LIST}/${plug.client_id}`;
const SECRET = 'azs_new_secret';
const CODE = 'K7QX-M2PD-9TRA-5WHN';

function open(path: string, replies: Replies = {}) {
  const platform = fakePortal(replies);
  return { platform, user: openPortal(platform, path) };
}
const openPlug = (members: Partial<PortalDevice> = {}, replies: NonNullable<Replies> = {}) =>
  open(PAGE, { ...replies, devices: { get: { ...plug, ...members }, ...replies.devices } });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('the list of devices', () => {
  const row = async () => (await screen.findAllByRole('row'))[1]?.textContent;
  const withDevice = (members: Partial<PortalDevice>) =>
    open(LIST, { devices: { list: { devices: [{ ...plug, ...members }], next: null } } });

  it('shows whose they are, and whether they are connected', async () => {
    withDevice({});
    expect(await row()).toMatch(/Hall plugOlaria P1ana@example\.orgCasa AzulConnected/);
  });

  it('shows that a device waits for its owner, and that another is disabled', async () => {
    withDevice({ user: null, claim: 'open', is_connected: false });
    expect(await row()).toMatch(/No one.*Waiting to be claimedNot connected/);
  });

  it('searches devices, and limits them to an application and to open claim codes', async () => {
    const { platform, user } = open(LIST);
    await user.type(await screen.findByRole('textbox', { name: 'Search devices' }), 'plug');
    await chooseOption(user, 'Application', 'Casa Azul');
    await user.click(screen.getByRole('checkbox', { name: 'Waiting to be claimed' }));
    await expect
      .poll(() => platform.sent('devices.list').at(-1)?.query)
      .toMatchObject({ search: 'plug', claim: 'open' });
  });

  it('offers no changes to a viewer', async () => {
    open(LIST, {
      devices: { list: { devices: [], next: null } },
      session: { get: sessionAs('viewer') },
    });
    await screen.findByRole('heading', { name: 'No devices yet' });
    expect(screen.queryByRole('button', { name: 'New device' })).toBeNull();
  });
});

describe('a new device', () => {
  const made = { device: plug, client_secret: SECRET, mqtt_url };
  async function ask(replies: Replies) {
    const opened = open(LIST, replies);
    await opened.user.click(await button('New device'));
    const dialog = within(await screen.findByRole('dialog', { name: 'New device' }));
    return { ...opened, dialog };
  }

  it('creates a device for a user, and shows its credentials once, with a QR code', async () => {
    const { platform, user, dialog } = await ask({ devices: { create: made } });
    await chooseOption(user, 'User', /ana@example\.org/);
    await chooseOption(user, 'Template', /./);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Client secret' })).value).toBe(
      SECRET,
    );
    expect(screen.getByRole('img', { name: 'The credentials as a QR code' })).toBeTruthy();
    const [body] = platform.bodies('devices.create') as { user_id?: string }[];
    expect(body?.user_id).toBeTruthy();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Devices' }));
    await user.click(await screen.findByRole('link', { name: 'Hall plug' }));
    await screen.findByRole('heading', { level: 1, name: 'Hall plug' });
    expect(screen.queryByRole('textbox', { name: 'Client secret' })).toBeNull();
  });

  it('creates a device with a claim code, whose QR code opens Home', async () => {
    const device = { ...plug, user: null, claim: 'open' as const };
    const { platform, user, dialog } = await ask({
      devices: { create: { ...made, device, claim_code: CODE } },
    });
    await user.click(dialog.getByText('With a claim code'));
    await chooseOption(user, 'Template', /./);
    await user.type(dialog.getByRole('textbox', { name: 'Days until the code expires' }), '365');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Claim code' });
    expect(field.value).toBe(CODE);
    const link = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Link of the QR code' });
    expect(link.value).toBe(`${window.location.origin}/home/add#code=${CODE}`);
    const [body] = platform.bodies('devices.create') as Record<string, unknown>[];
    expect([body?.['claim_days'], body?.['user_id']]).toEqual([365, undefined]);
  });
});

describe('the page of a device', () => {
  it('renames a device and limits it to one connection', async () => {
    const { platform, user } = openPlug();
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Attic plug');
    await user.click(await button('Rename'));
    await user.click(screen.getByLabelText(/^One connection at a time/));
    await expect
      .poll(() => platform.bodies('devices.update'))
      .toEqual([{ name: 'Attic plug' }, { single_connection: true }]);
  });

  it('creates a new secret, and ends the current one if that is chosen', async () => {
    const { platform, user } = openPlug(
      {},
      {
        devices: { rotateSecret: { device: plug, client_secret: SECRET, mqtt_url } },
      },
    );
    await user.click(await button('New secret…'));
    await user.click(await screen.findByRole('checkbox', { name: 'End the current secret now' }));
    await user.click(await button('Create new secret'));
    expect(await screen.findByRole('textbox', { name: 'Client secret' })).toBeTruthy();
    expect(platform.bodies('devices.rotateSecret')).toEqual([{ immediately: true }]);
  });

  it('is left for another page after a new secret was shown', async () => {
    const { user } = openPlug(
      {},
      {
        devices: { rotateSecret: { device: plug, client_secret: SECRET, mqtt_url } },
      },
    );
    await user.click(await button('New secret…'));
    await user.click(await button('Create new secret'));
    await screen.findByRole('textbox', { name: 'Client secret' });
    await user.click(screen.getAllByRole('link', { name: 'Devices' })[0] as HTMLElement);
    expect(await screen.findByRole('heading', { level: 1, name: 'Devices' })).toBeTruthy();
  });

  it('creates a new claim code only while a device has no owner', async () => {
    openPlug();
    await button('New secret…');
    expect(screen.queryByRole('button', { name: 'New claim code' })).toBeNull();
  });

  it('says why a device gets no claim code', async () => {
    const { user } = openPlug(
      { user: null },
      { devices: { newClaimCode: refused(409, 4093, { text: 'This is still in use.' }) as never } },
    );
    await user.click(await button('New claim code'));
    expect(await screen.findByText('This is still in use.')).toBeTruthy();
  });

  it('disables and deletes a device after a question', async () => {
    const { platform, user } = openPlug();
    await user.click(await button('Disable…'));
    await user.click(await button('Disable'));
    await expect.poll(() => platform.bodies('devices.update')).toEqual([{ state: 'disabled' }]);
    await user.click(await button('Delete…'));
    await user.click(await button('Delete'));
    await expect.poll(() => platform.sent('devices.remove').length).toBe(1);
    await screen.findByRole('heading', { level: 1, name: 'Devices' });
  });
});

describe('the search for supported devices', () => {
  it('finds a model and shows what it offers', async () => {
    const { user } = open('/devices/supported');
    const [model] = await screen.findAllByRole('link', { name: /Philips Hue white and color/ });
    if (model) await user.click(model);
    expect(await screen.findByText('Yes, this device is supported.')).toBeTruthy();
    expect(screen.getByText('Brightness')).toBeTruthy();
  });
});
