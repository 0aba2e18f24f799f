import type { Property } from '@azulejo/contract';
import { WEEKDAYS } from '@azulejo/model';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channelOf, propertyOf } from '../../../../testing/devices.ts';
import { refused } from '../../../../testing/fake-server.ts';
import { channelList, reportOf } from '../../../testing/fake-home.ts';
import { openLamp, wireTime } from '../../../testing/open-lamp.tsx';

const TEXT = 'https://home.example.org/v3/schemas/text';
const WEEK = '00:00/17 06:30/21 22:00/17';

const textOf = (id: string, members: Partial<Property> = {}): Property =>
  propertyOf(id, {
    label: id,
    schema: TEXT,
    controlInterfaces: [{ id: 'value', controlInterface: 'text', config: {} }],
    ...members,
  });
const target = propertyOf('occupied-heating-setpoint', {
  label: 'Target',
  classes: ['com.muzzley.properties.climate.occupied-heating-setpoint'],
  schema: 'https://home.example.org/v3/schemas/temperature',
  controlInterfaces: [
    { id: 'value', controlInterface: 'slider', config: { min: 4, max: 35, step: 0.5, suffix: '°C' } },
  ],
  unitsOptions: { vendorUnit: '°C', muzzleyUnit: '°C', targetMetric: '°C', targetImperial: '°F' },
});
const week = (members: Partial<Property> = {}) =>
  WEEKDAYS.map((day) => textOf(`weekly-schedule-${day}`, members));
const everyDay = (text: string) =>
  Object.fromEntries(WEEKDAYS.map((day) => [`weekly-schedule-${day}`, text]));

/** The line that says why the schedule cannot be saved; each temperature has its own. */
const alertOf = (dialog: ReturnType<typeof within>) => dialog.getAllByRole('alert').at(-1)?.textContent;

async function open(properties: readonly Property[], values: Readonly<Record<string, unknown>>) {
  const elements = Object.entries(values).map(([id, data]) => reportOf('lamp', id, data));
  const opened = await openLamp({
    channels: { list: channelList([channelOf('lamp', [target, ...properties])]) },
    values: { list: { elements } as never, history: { elements: [] } },
    preferences: { get: { units: 'metric', hour_format: '24h' } },
  });
  const section = () => within(screen.getByRole('region', { name: 'Schedule' }));
  const edit = async (day: RegExp) => {
    await opened.user.click(await section().findByRole('button', { name: day }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...opened, section, edit, sent: () => opened.platform.bodies('values.put') };
}

describe('the schedule of a thermostat', () => {
  it('says the times and temperatures of each day, and shows them nowhere else', async () => {
    const { section } = await open(week(), everyDay(WEEK));
    await screen.findByRole('region', { name: 'Schedule' });
    const days = section().getAllByRole('button');
    expect(days).toHaveLength(7);
    expect(days[0]?.textContent).toContain('Monday: 00:00 17 °C, 06:30 21 °C, 22:00 17 °C');
    expect(screen.queryByText('Settings')).toBeNull();
  });

  it('names a schedule in the activity, without the text that devices write', async () => {
    const of = {
      component: 'light-bulb',
      timestamp: wireTime(Date.now()),
      by: { type: 'device', id: 'lamp' },
    };
    const elements = [
      { ...of, property: 'weekly-schedule-monday', data: WEEK },
      { ...of, property: 'note', data: 'Hello' },
    ];
    await openLamp({
      channels: { list: channelList([channelOf('lamp', [...week(), textOf('note')])]) },
      activity: { list: ({ query }) => ({ elements: query['to'] === undefined ? elements : [] }) as never },
    });
    const section = within(await screen.findByRole('region', { name: 'Activity' }));
    const [item] = await section.findAllByRole('listitem');
    expect(item?.textContent).toContain('weekly-schedule-monday was set · note: Hello');
  });

  it('changes the times of a day, and of others that are to be the same', async () => {
    const { user, edit, sent } = await open(week(), everyDay(WEEK));
    const dialog = await edit(/Monday/);
    expect((dialog.getByLabelText('Time 1') as HTMLInputElement).disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Time 2'), { target: { value: '07:15' } });
    await user.click(dialog.getByRole('button', { name: 'Temperature 2: more' }));
    await user.click(dialog.getByRole('button', { name: 'Remove time 3' }));
    await user.click(dialog.getByRole('button', { name: 'Sun' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const wanted = { data: '00:00/17 07:15/21.5' };
    await expect.poll(sent).toEqual([wanted, wanted]);
  });

  it('adds a time up to as many as the device has', async () => {
    const { user, edit, sent } = await open(week(), everyDay(WEEK));
    const dialog = await edit(/Tuesday/);
    for (let count = 3; count < 6; count += 1)
      await user.click(dialog.getByRole('button', { name: 'Add a time' }));
    expect(dialog.queryByRole('button', { name: 'Add a time' })).toBeNull();
    expect(document.activeElement).toBe(dialog.getByLabelText('Time 6'));
    expect(alertOf(dialog)).toBe('Two times are the same.');
    await user.click(dialog.getByRole('button', { name: 'Remove time 6' }));
    expect(alertOf(dialog)).toBe('');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expect.poll(sent).toEqual([{ data: '00:00/17 06:30/21 22:00/17 23:00/17 23:59/17' }]);
  });

  it('saves no missing time, and no time twice', async () => {
    const { edit } = await open(week(), everyDay(WEEK));
    const dialog = await edit(/Monday/);
    const save = dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
    fireEvent.change(dialog.getByLabelText('Time 2'), { target: { value: '22:00' } });
    expect([alertOf(dialog), save.disabled]).toEqual(['Two times are the same.', true]);
    fireEvent.change(dialog.getByLabelText('Time 2'), { target: { value: '' } });
    expect([alertOf(dialog), save.disabled]).toEqual(['Enter every time.', true]);
    fireEvent.change(dialog.getByLabelText('Time 2'), { target: { value: '05:00' } });
    expect(save.disabled).toBe(false);
  });

  it('writes nothing when nothing was changed', async () => {
    const { user, edit, sent } = await open(week(), everyDay(WEEK));
    const dialog = await edit(/Monday/);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('offers to begin a schedule when the present one is not known', async () => {
    const { user, edit, sent } = await open(week(), {});
    const dialog = await edit(/Monday: Not known yet/);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expect.poll(sent).toEqual([{ data: '00:00/20' }]);
  });

  it('says that the device refused', async () => {
    const { user, platform, edit, section } = await open(week(), everyDay(WEEK));
    platform.reply({ values: { put: refused(429, 2301, { text: 'Too many writes.' }) } });
    const dialog = await edit(/Monday/);
    await user.click(dialog.getByRole('button', { name: 'Temperature 2: less' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() =>
        section()
          .getAllByRole('status')
          .some((note) => note.dataset['tone'] === 'failed'),
      )
      .toBe(true);
  });

  it('offers no change of a schedule that the device only reports', async () => {
    const { section } = await open(week({ io: 'rs' }), everyDay(WEEK));
    await screen.findByRole('region', { name: 'Schedule' });
    expect(section().queryByRole('button')).toBeNull();
  });

  it('leaves a format that is not understood to the settings', async () => {
    const { user } = await open(week(), everyDay('08:00/home, 22:00/sleep'));
    await user.click(await screen.findByText('Settings'));
    expect(screen.queryByRole('region', { name: 'Schedule' })).toBeNull();
    expect(screen.getAllByDisplayValue('08:00/home, 22:00/sleep')).toHaveLength(7);
  });
});
