import { loadSchemas, loadTemplates } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import { isReadable } from '@azulejo/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createVirtualDevice, type Report, type VirtualDevice } from './device.ts';
import { hashText } from './random.ts';

/** Nine in the morning of a day in March: the home wakes up, and an evening and a night follow. */
export const MORNING = Date.UTC(2026, 2, 21, 9);

const schemas = await loadSchemas();
export const templates = await loadTemplates();

const schemaOf = (name: string) => schemas[name] ?? {};

/** Creates a device of the template, or of the first template with this kind or model. */
export function deviceOf(
  template: ChannelTemplate | string,
  options: Partial<Parameters<typeof createVirtualDevice>[0]> = {},
): { device: VirtualDevice; template: ChannelTemplate } {
  const found =
    typeof template === 'string'
      ? templates.find(({ kind, model }) => kind === template || model === template)
      : template;
  if (!found) throw new Error(`The catalogue has no ${String(template)}.`);
  const seed = hashText(found.id);
  const device = createVirtualDevice({
    template: found,
    seed,
    schemaOf,
    known: [],
    now: MORNING,
    ...options,
  });
  return { device, template: found };
}

/** Advances by `seconds` in steps of `every`. Yields the reports of each step with its time. */
export function* pass(
  device: VirtualDevice,
  { from = MORNING, seconds, every = 5 }: { from?: number; seconds: number; every?: number },
): Generator<{ at: number; reports: Report[] }> {
  for (let at = from + every * 1000; at <= from + seconds * 1000; at += every * 1000)
    yield { at, reports: device.advance(at) };
}

/** Returns the reports of `pass` without their times. */
export const reportsOf = (device: VirtualDevice, span: Parameters<typeof pass>[1]): Report[] =>
  [...pass(device, span)].flatMap(({ reports }) => reports);

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6 });

/** Returns a function that throws unless the template allows the report. */
function validatorOf(template: ChannelTemplate): (report: Report) => void {
  const types = new Map(template.components.map(({ id, type }) => [id, type]));
  const checks = new Map(
    template.properties.map((property) => {
      const allOf = [schemaOf(property.schema), property.schemaExtension];
      return [property.id, { property, validate: ajv.compile({ allOf }) }];
    }),
  );
  return (report) => {
    const { property, validate } = checks.get(report.propertyId) ?? {};
    const type = types.get(report.componentId);
    if (!property || type === undefined || !property.components.includes(type))
      throw new Error(`${template.model} has no ${report.componentId}/${report.propertyId}`);
    if (!isReadable(property))
      throw new Error(`${template.model} reports ${property.id}, which is only written`);
    if (!validate?.(report.data))
      throw new Error(
        `${template.model} ${property.id} ${JSON.stringify(report.data)}: ${ajv.errorsText(validate?.errors)}`,
      );
  };
}

export const DAY_SECONDS = 86_400;

/**
 * Simulates every template of the catalogue. `wrong` are reports that a template does not allow, `repeated`
 * reports without a change.
 */
export function runCatalogue(span: { seconds: number; every: number }) {
  const wrong: string[] = [];
  const repeated: string[] = [];
  const runs = templates.map((template) => {
    const { device } = deviceOf(template);
    const validate = validatorOf(template);
    const onChange = new Set(template.properties.filter((each) => each.onChange).map(({ id }) => id));
    const last = new Map<string, string>();
    let count = 0;
    for (const report of reportsOf(device, span)) {
      count += 1;
      const [key, text] = [`${report.componentId}/${report.propertyId}`, JSON.stringify(report.data)];
      if (onChange.has(report.propertyId) && last.get(key) === text)
        repeated.push(`${template.model} ${key}`);
      last.set(key, text);
      try {
        validate(report);
      } catch (error) {
        wrong.push(String(error));
      }
    }
    return { model: template.model, count };
  });
  return { runs, wrong, repeated };
}
