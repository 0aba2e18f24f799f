import type { TemplateProperty } from '@azulejo/contract';

/** Returns a property of a component `part` that all users can write, except for the given members. */
export const templateProperty = (id: string, members: Partial<TemplateProperty> = {}): TemplateProperty => ({
  id,
  label: id,
  agentLabel: id,
  classes: [],
  components: ['part'],
  schema: 'number',
  schemaExtension: {},
  io: 'rws',
  isActionable: true,
  isStateful: true,
  isTriggerable: true,
  mainActionPriority: 0,
  mainInformationPriority: 0,
  onChange: true,
  rateLimit: 0,
  requiredCapabilities: [],
  controlInterfaces: [],
  triggers: [],
  states: [],
  actions: [],
  unitsOptions: { vendorUnit: '', targetImperial: '', targetMetric: '' },
  ...members,
});
