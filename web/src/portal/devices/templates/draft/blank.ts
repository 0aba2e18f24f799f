import type {
  Action,
  ChannelTemplate,
  Component,
  Information,
  TemplateProperty,
  TemplateTile,
} from '@azulejo/contract';

/** The id of the page that shows every property of a device with a fitting control. */
const GENERAL_PAGE = 'c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70';

export const blankTemplate = (): ChannelTemplate => ({
  id: crypto.randomUUID(),
  name: '',
  vendor: '',
  model: '',
  kind: 'switch',
  content: 'Device',
  categories: [],
  picture: 'switch.png',
  tilePicture: 'switch-tile.png',
  interface: { uuid: GENERAL_PAGE, etag: '"generic-1"', native: [] },
  components: [{ id: 'switch', type: 'switch', label: 'Switch', classes: [] }],
  properties: [
    {
      ...blankProperty('status', 'switch'),
      label: 'Status',
      agentLabel: 'status',
      schema: 'on-off',
      io: 'rws',
      mainActionPriority: 1,
      controlInterfaces: [{ id: 'value', controlInterface: 'switch', config: { on: 'On', off: 'Off' } }],
    },
  ],
  tiles: [{ ...blankTile('switch'), actions: [blankAction('switch', 'status')], isGroupable: true }],
});

/** Returns a copy of the template with a new id. */
export const copyOf = (template: ChannelTemplate): ChannelTemplate => ({
  ...template,
  id: crypto.randomUUID(),
  name: `${template.name} (copy)`,
});

/** Returns `base`, or the first free one of `base-2`, `base-3` and so on. */
export function freeName(base: string, taken: readonly string[]): string {
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.includes(`${base}-${number}`)) return `${base}-${number}`;
}

export const blankComponent = (id: string): Component => ({
  id,
  type: id,
  label: 'New component',
  classes: [],
});

export const blankProperty = (id: string, type: string): TemplateProperty => ({
  id,
  label: 'New property',
  agentLabel: 'new property',
  classes: [],
  schema: 'number',
  schemaExtension: {},
  io: 'rs',
  isActionable: false,
  isStateful: false,
  isTriggerable: false,
  mainActionPriority: 0,
  mainInformationPriority: 0,
  onChange: true,
  rateLimit: 0,
  requiredCapabilities: [],
  controlInterfaces: [],
  triggers: [],
  states: [],
  actions: [],
  unitsOptions: { vendorUnit: '', targetMetric: '', targetImperial: '' },
  components: [type],
});

export const blankTile = (component: string): TemplateTile => ({
  components: [component],
  information: [],
  actions: [],
  isGroupable: false,
});

export const blankInformation = (componentType: string, property: string): Information => ({
  componentType,
  property,
  type: 'text',
  options: { inputPath: '$' },
});

export const blankAction = (componentType: string, property: string): Action => ({
  componentType,
  property,
  type: 'tri-state',
  options: { icon: 'on_off', mappings: { off: false, on: true }, outputPath: '$' },
});

/** The options of each kind of information, in addition to the property. */
export const optionsOf: Readonly<Record<Information['type'], Information['options']>> = {
  text: { inputPath: '$' },
  'text-unit': { inputPath: '$', inputUnit: '' },
  'text-expression': { inputPath: '$', mathExpression: 'x', prefix: '', suffix: '' },
  'icon-color': { char: '\\uE8A0', format: 'hsv' },
};

export const blankControl = (id: string) => ({ id, controlInterface: 'switch', config: configOf('switch') });

/** Returns the initial settings of each kind of control. */
export function configOf(kind: string): Readonly<Record<string, unknown>> {
  switch (kind) {
    case 'switch':
      return { on: 'On', off: 'Off' };
    case 'slider':
      return { min: 0, max: 100, step: 1 };
    case 'text-picker':
      return { options: [{ label: 'First', value: 'first' }] };
    case 'button':
      return { label: 'Press', value: 'press' };
    case 'color':
      return { format: 'hsv' };
    default:
      return {};
  }
}

export const blankRule = (id: string, control: string | undefined) => ({
  id,
  condition: control === undefined ? 'changes' : 'equals',
  inputs: control === undefined ? [] : [blankInput(control)],
  inputsLabel: control === undefined ? '' : '{{value}}',
  label: 'New rule',
  predicateLabel: 'is',
});

export const blankInput = (control: string) => ({
  controlInterfaceId: control,
  id: 'value',
  path: [{ source: '$', target: '$' }],
});
