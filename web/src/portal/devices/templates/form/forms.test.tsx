import type { ChannelTemplate } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '../../../../testing/choose-option.ts';
import { button, exampleOf, field, openTemplates, stored } from '../../../testing/open-templates.tsx';
import { blankProperty } from '../draft/blank.ts';

const { id } = stored.template;
const choice = (value: string, label: string) => ({ value, label });
const vocabulary = {
  ...(exampleOf('vocabulary') as object),
  schemas: ['on-off', 'percentage'].map((name) => ({
    name,
    title: name,
    description: `About ${name}.`,
    schema: {},
  })),
  control_interfaces: [
    choice('switch', 'Switch'),
    choice('slider', 'Slider'),
    choice('text-picker', 'Choice'),
  ],
  information_types: [choice('text', 'As it is'), choice('text-expression', 'By an expression')],
  io: [choice('rws', 'All'), choice('rs', 'Reported')],
} as never;

/** Opens the editor of a lamp with one property at a tab. */
async function open(tab: string, members: Partial<ChannelTemplate> = {}) {
  const template = {
    ...stored.template,
    properties: [{ ...blankProperty('status', 'lamp'), label: 'Status' }],
    ...members,
  };
  const opened = openTemplates(`/${id}`, { vocabulary, get: { ...stored, template } as never });
  await opened.user.click(await screen.findByRole('tab', { name: new RegExp(`^${tab}`) }));
  /** Saves, and returns the template that was sent. */
  const save = async () => {
    await screen.findByText('No errors');
    await opened.user.click(await button('Save as version 3'));
    await screen.findByText(/^Saved as version/);
    const [body] = opened.platform.bodies('templates.save') as { template: ChannelTemplate }[];
    if (!body) throw new Error('Nothing was saved.');
    return body.template;
  };
  const fill = async (input: HTMLElement, text: string) => {
    await opened.user.clear(input);
    await opened.user.paste(text);
  };
  return { ...opened, save, fill };
}

describe('the form of tiles', () => {
  it('adds a tile with a value and a switch of its component', async () => {
    const { user, save, fill } = await open('Tiles');
    await user.click(await button('Add tile'));
    await user.click(await button('Add information'));
    await user.click(await button('Add action'));
    await fill(await field('Label'), 'Lamp');
    const { tiles } = await save();
    expect(tiles).toEqual([
      {
        components: ['lamp'],
        information: [
          { componentType: 'lamp', property: 'status', type: 'text', options: { inputPath: '$' } },
        ],
        actions: [
          {
            componentType: 'lamp',
            property: 'status',
            type: 'tri-state',
            options: { icon: 'on_off', mappings: { off: false, on: true }, outputPath: '$' },
          },
        ],
        isGroupable: false,
        label: 'Lamp',
      },
    ]);
  });

  it('offers the settings of how a value is drawn', async () => {
    const { user, save, fill } = await open('Tiles');
    await user.click(await button('Add tile'));
    await user.click(await button('Add information'));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Drawn' }), 'By an expression');
    const expression = await field('Expression in x');
    await fill(expression, 'x / 10');
    await fill(await field('Suffix'), ' %');
    const [tile] = (await save()).tiles;
    expect(tile?.information[0]).toMatchObject({
      type: 'text-expression',
      options: { inputPath: '$', mathExpression: 'x / 10', prefix: '', suffix: ' %' },
    });
  });

  it('says that a device without a tile is not visible to users', async () => {
    await open('Tiles');
    expect(await screen.findByText('No tiles yet: people cannot see the device.')).toBeTruthy();
  });
});

describe('the form of a property', () => {
  const openStatus = async (members: object = {}) => {
    const properties = [{ ...blankProperty('status', 'lamp'), label: 'Status', ...members }];
    const opened = await open('Properties', { properties });
    await opened.user.click(await button(/^Status/));
    return opened;
  };

  it('explains the schema, and sets it', async () => {
    const { user, save } = await openStatus({ schema: 'on-off' });
    expect(await screen.findByText('About on-off.')).toBeTruthy();
    await chooseOption(user, 'Schema', 'percentage (percentage)');
    expect(await screen.findByText('About percentage.')).toBeTruthy();
    expect((await save()).properties[0]?.schema).toBe('percentage');
  });

  it('renames the property in its tiles, too', async () => {
    const information = [
      { componentType: 'lamp', property: 'status', type: 'text', options: { inputPath: '$' } },
    ];
    const tiles = [{ components: ['lamp'], information, actions: [], isGroupable: false }];
    const properties = [{ ...blankProperty('status', 'lamp'), label: 'Status' }];
    const { user, save, fill } = await open('Properties', { properties, tiles: tiles as never });
    await user.click(await button(/^Status/));
    const name = await field('Id');
    await fill(name, 'power');
    await user.tab();
    const template = await save();
    expect(template.properties[0]?.id).toBe('power');
    expect(template.tiles[0]?.information[0]?.property).toBe('power');
  });

  it('keeps what is typed as JSON until it is an object', async () => {
    const { user, save } = await openStatus();
    const json = await field('Additional constraints');
    await user.clear(json);
    await user.paste('{"minimum": ');
    expect(await screen.findByText('This is not a JSON object yet.')).toBeTruthy();
    await user.paste('1}');
    await expect.poll(() => screen.queryByText('This is not a JSON object yet.')).toBeNull();
    expect((await save()).properties[0]?.schemaExtension).toEqual({ minimum: 1 });
  });

  it('gives a control the settings of its kind', async () => {
    const { user, save, fill } = await openStatus();
    await user.click(await button('Add control'));
    const kind = await screen.findByRole('combobox', { name: 'Kind of control' });
    await user.selectOptions(kind, 'Slider');
    expect(await screen.findByRole('textbox', { name: 'Step' })).toBeTruthy();
    await user.selectOptions(kind, 'Choice');
    await user.click(await button('Add choice'));
    await fill(await field('Label of choice 2'), 'Low');
    await fill(await field('Value of choice 2'), 'low');
    await user.click(await button('Remove choice 1'));
    const [property] = (await save()).properties;
    expect(property?.controlInterfaces).toMatchObject([
      { id: 'value', controlInterface: 'text-picker', config: { options: [{ label: 'Low', value: 'low' }] } },
    ]);
  });

  it('adds a trigger that compares with the first control', async () => {
    const controlInterfaces = [{ id: 'value', controlInterface: 'switch', config: {} }];
    const { user, save, fill } = await openStatus({ controlInterfaces });
    await user.click(await button('Add trigger'));
    const label = await within(screen.getByRole('region', { name: 'Automations' })).findByRole('textbox', {
      name: 'Label',
    });
    await fill(label, 'Status becomes');
    const [trigger] = (await save()).properties[0]?.triggers ?? [];
    expect(trigger).toMatchObject({ label: 'Status becomes', inputs: [{ controlInterfaceId: 'value' }] });
  });
});
