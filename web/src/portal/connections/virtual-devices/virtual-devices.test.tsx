import {
  type PortalVirtualDevice,
  type PortalVirtualDeviceDetails,
  portalResources,
  type VirtualDeviceFault,
} from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '../../../testing/choose-option.ts';
import { channelOf, propertyOf, tileOf } from '../../../testing/devices.ts';
import { refused, unreachable } from '../../../testing/fake-server.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { sessionAs } from '../../testing/sessions.ts';

type Replies = Parameters<typeof fakePortal>[0];

const lamp = portalResources.virtualDevices.get.example.reply as PortalVirtualDeviceDetails;
const { properties: _p, values: _v, channel: _c, tiles: _t, ...listed } = lamp;
const [brightness] = lamp.properties;
const [value] = lamp.values;
if (!brightness || !value) throw new Error('The example has no property.');
const LIST = '/virtual-devices';
const PAGE = `${LIST}/${lamp.channel_id}`;

function open(path: string, replies: Replies = {}) {
  const platform = fakePortal(replies);
  return { platform, sources: platform.sources, user: openPortal(platform, path) };
}
/** Opens the lamp, with other members. */
const openLamp = (members: Partial<PortalVirtualDeviceDetails> = {}, replies: Replies = {}) =>
  open(PAGE, { virtualDevices: { get: { ...lamp, ...members } }, ...replies });
const propertyWith = (schema: object, members: object = {}) => ({
  properties: [{ ...brightness, schema, ...members }] as never,
});
const row = async () => (await screen.findAllByRole('row'))[1]?.textContent;

describe('the list of virtual devices', () => {
  const withDevice = (members: Partial<PortalVirtualDevice>) =>
    open(LIST, { virtualDevices: { list: { devices: [{ ...listed, ...members }], next: null } } });

  it('shows their home, their faults and how many values they hold', async () => {
    withDevice({ held: 2 });
    expect(await row()).toMatch(/Hall lamp.*ana@example\.orgCasa Azul.*Silent.*2 values held/);
  });

  it('says that a device works, and that it has not reported yet', async () => {
    withDevice({ faults: [], user: null, application: null, last_said: null });
    expect(await row()).toMatch(/No one.*Working.*Not yet/);
  });

  it('searches virtual devices and limits them to an application', async () => {
    const { platform, user } = open(LIST);
    await user.type(await screen.findByRole('textbox', { name: 'Search virtual devices' }), 'hall');
    await chooseOption(user, 'Application', 'Casa Azul');
    await expect
      .poll(() => platform.sent('virtualDevices.list').at(-1)?.query)
      .toEqual({ search: 'hall', application_id: lamp.application?.id });
  });

  it('offers to add the first one when it is empty, except to a viewer', async () => {
    const none = { list: { devices: [], next: null } };
    open(LIST, { virtualDevices: none, session: { get: sessionAs('viewer') } });
    await screen.findByRole('heading', { name: 'No virtual devices yet' });
    expect(screen.queryByRole('button', { name: 'New virtual device' })).toBeNull();
  });
});

describe('a new virtual device', () => {
  async function ask(replies: Replies = {}) {
    const opened = open(LIST, replies);
    await opened.user.click(await screen.findByRole('button', { name: 'New virtual device' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New virtual device' }));
    const create = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create' });
    return { ...opened, dialog, create };
  }
  async function choose(user: Awaited<ReturnType<typeof ask>>['user']) {
    await chooseOption(user, 'User', /ana@example\.org/);
    const [template] = (portalResources.templates.list.example.reply as { templates: { vendor: string }[] })
      .templates;
    await chooseOption(user, 'Template', new RegExp(template?.vendor ?? ''));
  }

  it('requires a user and a template for a new virtual device', async () => {
    const { user, create } = await ask();
    expect(create.disabled).toBe(true);
    await choose(user);
    expect(create.disabled).toBe(false);
  });

  it('creates a virtual device with the name and the seed that are given, and opens it', async () => {
    const { user, dialog, create, platform } = await ask();
    await choose(user);
    await user.type(dialog.getByLabelText('Name'), ' Porch lamp ');
    await user.type(dialog.getByLabelText('Seed'), '7');
    await user.click(create);
    await screen.findByRole('heading', { level: 1, name: 'Hall lamp' });
    const [{ id }] = (portalResources.templates.list.example.reply as { templates: [{ id: string }] })
      .templates;
    expect(platform.bodies('virtualDevices.create')).toEqual([
      { user_id: lamp.user?.id, template_id: id, name: 'Porch lamp', seed: 7 },
    ]);
  });

  it('shows at the field why a virtual device was refused', async () => {
    const { user, create, dialog } = await ask({
      virtualDevices: {
        create: refused(422, 1400, { errors: [{ field: 'name', reason: 'is too long' }] }),
      },
    });
    await choose(user);
    await user.click(create);
    expect(await dialog.findByText('Is too long')).toBeTruthy();
  });

  it('offers the users whose e-mail or name begins with what is typed', async () => {
    const { user, platform } = await ask();
    await user.type(screen.getByRole('combobox', { name: 'User' }), 'an');
    await expect.poll(() => platform.sent('users.list').at(-1)?.query).toEqual({ search: 'an' });
    expect(await screen.findByRole('option', { name: /ana@example\.org.*Casa Azul/ })).toBeTruthy();
  });
});

describe('the faults of a virtual device', () => {
  const fault = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name: new RegExp(name) });

  it('switches faults on and off at once', async () => {
    let faults: readonly VirtualDeviceFault[] = ['silent'];
    const { platform, user } = openLamp(
      {},
      {
        virtualDevices: {
          get: () => ({ ...lamp, faults: [...faults] }),
          setFaults: ({ body }) => {
            faults = (body as { faults: VirtualDeviceFault[] }).faults;
            return { ...listed, faults: [...faults] };
          },
        },
      },
    );
    expect((await fault('Silent')).checked).toBe(true);
    await user.click(await fault('Late'));
    await expect.poll(async () => (await fault('Late')).checked).toBe(true);
    await user.click(await fault('Silent'));
    await expect
      .poll(() => platform.bodies('virtualDevices.setFaults'))
      .toEqual([{ faults: ['silent', 'late'] }, { faults: ['late'] }]);
  });

  it('switches faults back when the platform refuses them', async () => {
    const { user } = openLamp(
      {},
      { virtualDevices: { get: lamp, setFaults: refused(403, 1700, { text: 'You may not do this.' }) } },
    );
    await user.click(await fault('Away'));
    await screen.findByText('You may not do this.');
    await expect.poll(async () => (await fault('Away')).checked).toBe(false);
  });

  it('switches faults back when the platform cannot be reached', async () => {
    const { platform, user } = openLamp({}, { virtualDevices: { get: lamp } });
    const away = await fault('Away');
    platform.reply({ virtualDevices: { get: unreachable, setFaults: unreachable } });
    await user.click(away);
    await screen.findByText(/^The platform cannot be reached\./);
    await expect.poll(async () => (await fault('Away')).checked).toBe(false);
  });

  it('does not let a viewer change faults or remove the device', async () => {
    openLamp({}, { virtualDevices: { get: lamp }, session: { get: sessionAs('viewer') } });
    expect((await fault('Silent')).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Hold Brightness' })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Brightness/ }).disabled).toBe(true);
  });
});

describe('the values of a virtual device', () => {
  const reports = (platform: ReturnType<typeof open>['platform']) =>
    expect.poll(() => platform.bodies('virtualDevices.report'));
  const place = { component: 'light-bulb', property: 'brightness' };

  it('follows the stream of values, and ignores what it sends late', async () => {
    const { sources } = openLamp();
    const number = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Brightness, as a number' });
    expect(number.value).toBe('42');
    expect(sources.at(-1)?.url).toBe(`/portal/api/virtual-devices/${lamp.channel_id}/values`);
    sources.at(-1)?.receive('message', { ...value, data: 60, timestamp: '2026-01-02T03:06:00.000+0000' });
    expect(number.value).toBe('60');
    sources.at(-1)?.receive('message', { ...value, data: 50, timestamp: '2026-01-02T03:05:30.000+0000' });
    expect(number.value).toBe('60');
  });

  it('reports a number when Enter is pressed', async () => {
    const { platform, user } = openLamp();
    const number = await screen.findByRole('textbox', { name: 'Brightness, as a number' });
    await user.clear(number);
    await user.type(number, '70{Enter}');
    await reports(platform).toEqual([{ ...place, data: 70, hold: false }]);
  });

  it('reports a value with the keys of the slider', async () => {
    const { platform, user } = openLamp();
    (await screen.findByRole('slider', { name: 'Brightness' })).focus();
    await user.keyboard('{ArrowRight}');
    await reports(platform).toEqual([{ ...place, data: 43, hold: false }]);
  });

  it('reports true or false by a switch', async () => {
    const { platform, user } = openLamp({ ...propertyWith({ type: 'boolean' }), values: [] });
    const control = await screen.findByRole('switch', { name: 'Brightness' });
    expect(screen.getByText('Not reported yet')).toBeTruthy();
    await user.click(control);
    await reports(platform).toEqual([{ ...place, data: true, hold: false }]);
  });

  it('reports a value by a list when the schema names choices', async () => {
    const { platform, user } = openLamp({ ...propertyWith({ enum: ['low', 'high'] }), values: [] });
    await chooseOption(user, 'Brightness', 'high');
    await reports(platform).toEqual([{ ...place, data: 'high', hold: false }]);
  });

  it.each([
    ['text', { type: 'string' }, 'warm', 'warm'],
    ['a number without limits', { type: 'number' }, '21.5', 21.5],
    ['JSON', { type: 'array' }, '[[1,2]', [1, 2]],
  ])('types a value as %s', async (_what, schema, typed, data) => {
    const { platform, user } = openLamp({ ...propertyWith(schema), values: [] });
    await user.type(await screen.findByRole('textbox', { name: 'Brightness' }), typed);
    await user.click(screen.getByRole('button', { name: 'Report' }));
    await reports(platform).toEqual([{ ...place, data, hold: false }]);
  });

  it('does not report a value while it is not JSON', async () => {
    const { user } = openLamp({ ...propertyWith({ type: 'array' }), values: [] });
    await user.type(await screen.findByRole('textbox', { name: 'Brightness' }), '[[1,');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Report' }).disabled).toBe(true);
  });

  it('reports a value with several members as a whole', async () => {
    const range = { type: 'integer', minimum: 0, maximum: 255 };
    const { platform, user } = openLamp({
      ...propertyWith({ type: 'object', properties: { r: range, g: range } }),
      values: [{ ...value, data: { r: 10, g: 20 } }],
    });
    const green = await screen.findByRole('textbox', { name: /g, as a number$/ });
    await user.clear(green);
    await user.type(green, '30{Enter}');
    await reports(platform).toEqual([{ ...place, data: { r: 10, g: 30 }, hold: false }]);
  });

  it('holds a value and releases it', async () => {
    const { platform, user } = openLamp();
    await user.click(await screen.findByRole('button', { name: 'Hold Brightness' }));
    await reports(platform).toEqual([{ ...place, data: 42, hold: true }]);
    platform.reply({
      virtualDevices: { get: { ...lamp, properties: [{ ...brightness, is_held: true }] } },
    });
    await user.click(screen.getByRole('switch', { name: /Late/ }));
    await expect
      .poll(() => screen.getByRole('button', { name: 'Hold Brightness' }).getAttribute('aria-pressed'))
      .toBe('true');
    await user.click(screen.getByRole('button', { name: 'Hold Brightness' }));
    await expect.poll(() => platform.bodies('virtualDevices.release')).toEqual([place]);
  });

  it('says why a value was refused', async () => {
    const { user } = openLamp(
      {},
      { virtualDevices: { get: lamp, report: refused(409, 3100, { text: 'The device was removed.' }) } },
    );
    await user.click(await screen.findByRole('button', { name: 'Hold Brightness' }));
    expect(await screen.findByText('The device was removed.')).toBeTruthy();
  });

  it('shows a reported value on the tile of the user', async () => {
    openLamp({
      channel: channelOf('lamp', [propertyOf('status')]),
      tiles: [tileOf('lamp', 'Desk lamp')],
      values: [{ ...value, property: 'status', data: true }],
    });
    const tile = (await screen.findByText('Desk lamp')).closest('article');
    expect(tile?.textContent).toContain('On');
  });

  it('say when no one has a tile of the device', async () => {
    openLamp();
    expect(await screen.findByText('No one has a tile of this device.')).toBeTruthy();
  });
});

describe('the removal of a virtual device', () => {
  it('removes a virtual device after confirming it, and leads back to the list', async () => {
    const { platform, user, sources } = openLamp();
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Hall lamp?' }));
    expect(platform.sent('virtualDevices.remove')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Hall lamp was removed.');
    expect(screen.getByRole('heading', { level: 1, name: 'Virtual devices' })).toBeTruthy();
    expect(sources.at(-1)?.readyState).toBe(2);
  });
});
