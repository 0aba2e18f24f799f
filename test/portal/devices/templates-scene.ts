import type { ChannelTemplate, TemplateDocument } from '@azulejo/contract';
import { newApplication, newPerson, type Person } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { type PortalVisitor, visitPortal } from '../../support/portal.ts';
import { readJson } from '../../support/replies.ts';
import type { Stage } from '../../support/scene.ts';
import { templateProperty } from '../../support/template-property.ts';

export const TEMPLATES = '/portal/api/templates';

export type TemplatesScene = {
  readonly platform: TestPlatform;
  readonly developer: PortalVisitor;
  readonly ana: Person;
};

export async function setUpTemplates({ start }: Pick<Stage, 'start'>): Promise<TemplatesScene> {
  const platform = await start({ environment: { UPLOAD_QUOTA_MB: '1' } });
  const developer = await visitPortal(platform, 'developer');
  return { platform, developer, ana: await newPerson(platform, await newApplication(platform)) };
}

/** Returns a lamp with two tiles that has one of everything that a template can have. */
export const newLamp = (): ChannelTemplate => ({
  id: crypto.randomUUID(),
  name: 'Garden lamp',
  vendor: 'Ateliê',
  model: 'GL-1',
  kind: 'color-light',
  content: 'Device',
  categories: ['com.azulejo.categories.lighting'],
  picture: 'color-light.png',
  tilePicture: 'color-light-tile.png',
  interface: { uuid: 'c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70', etag: '"generic-1"', native: [] },
  components: [
    { id: 'lamp', type: 'light-bulb', label: 'Lamp', classes: [] },
    { id: 'sensor', type: 'light-sensor', label: 'Sensor', classes: [] },
  ],
  properties: [
    templateProperty('status', {
      components: ['light-bulb'],
      schema: 'on-off',
      controlInterfaces: [
        { id: 'value', controlInterface: 'switch', config: { on: 'On', off: 'Off' } },
        { id: 'dim', controlInterface: 'slider', config: { min: 0, max: 100, step: 1 } },
        { id: 'pick', controlInterface: 'text-picker', config: { options: [{ label: 'A', value: 'a' }] } },
        { id: 'press', controlInterface: 'button', config: { value: 'x' } },
      ],
      triggers: [
        {
          id: 'turns',
          condition: 'equals',
          inputs: [{ controlInterfaceId: 'value', id: 'value', path: [{ source: '$', target: '$' }] }],
          inputsLabel: '{{value}}',
          label: 'Lamp turns',
          predicateLabel: 'turns',
        },
      ],
    }),
    templateProperty('color', { components: ['light-bulb'], schema: 'color-hsv' }),
    templateProperty('temperature', {
      components: ['light-sensor'],
      schema: 'temperature',
      io: 'rs',
      schemaExtension: { minimum: -20, maximum: 60 },
      unitsOptions: { vendorUnit: 'celsius', targetMetric: 'celsius', targetImperial: 'fahrenheit' },
    }),
    templateProperty('battery', { components: ['light-sensor'], schema: 'percentage', io: 'rs' }),
    templateProperty('spare', { components: ['light-bulb'] }),
  ],
  tiles: [
    {
      label: 'Lamp',
      components: ['lamp'],
      information: [
        {
          componentType: 'light-bulb',
          property: 'color',
          type: 'icon-color',
          options: { char: '\\uE8A0', format: 'hsv' },
        },
      ],
      actions: [
        {
          componentType: 'light-bulb',
          property: 'status',
          type: 'tri-state',
          options: { icon: 'on_off', mappings: { off: false, on: true }, outputPath: '$' },
        },
      ],
      isGroupable: true,
    },
    {
      label: 'Sensor',
      components: ['sensor'],
      information: [
        {
          componentType: 'light-sensor',
          property: 'temperature',
          type: 'text-unit',
          options: { inputPath: '$', inputUnit: 'celsius' },
        },
        {
          componentType: 'light-sensor',
          property: 'battery',
          type: 'text-expression',
          options: { inputPath: '$', mathExpression: 'x', prefix: '', suffix: ' %' },
        },
      ],
      actions: [],
      isGroupable: false,
    },
  ],
});

export const create = (visitor: PortalVisitor, template: unknown): Promise<Response> =>
  visitor.request(TEMPLATES, { method: 'POST', body: { template } });

export const save = (
  visitor: PortalVisitor,
  template: ChannelTemplate,
  base_version: number,
): Promise<Response> =>
  visitor.request(`${TEMPLATES}/${template.id}/versions`, {
    method: 'POST',
    body: { template, base_version },
  });

export const read = async (visitor: PortalVisitor, id: string, version?: number): Promise<TemplateDocument> =>
  readJson(await visitor.request(`${TEMPLATES}/${id}${version === undefined ? '' : `?version=${version}`}`));
