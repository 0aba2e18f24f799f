import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import type { StoredValue } from '../../telemetry/values/index.ts';
import { onPlatform } from '../run.ts';
import { list, timeText } from '../text.ts';

const HELP = `
With a component and a property, prints only that value (with --json, its record). Otherwise prints all stored values.

Examples:
  $ azulejo value get 3f1d2c7e-…
  $ azulejo value get 3f1d2c7e-… sensor temperature`;

export function addValue(program: Command): void {
  program
    .command('value')
    .description('Last reported values of devices.')
    .command('get <channel> [component] [property]')
    .description('Show the last values of a device.')
    .addHelpText('after', HELP)
    .action(
      onPlatform(async ({ features }, channelId: string, component?: string, property?: string) => {
        const found = await features.channels.find(channelId);
        if (!found) {
          const { ApiError } = await import('../../platform/api-error.ts');
          throw new ApiError('not_found', { detail: `There is no channel "${channelId}".` });
        }
        const known = found.template.components.map(({ id }) => id);
        if (component !== undefined && !known.includes(component)) {
          throw new Refusal(
            `"${found.channel.name}" has no component "${component}"; it has ${known.join(', ')}`,
          );
        }
        const values = (await features.values.ofChannel(channelId)).filter(
          ({ componentId, propertyId }) =>
            (component === undefined || component === componentId) &&
            (property === undefined || property === propertyId),
        );
        return property === undefined ? showAll(values) : showOne(values[0], `${component}/${property}`);
      }),
    );
}

function toValueRecord(value: StoredValue) {
  return {
    channel: value.channelId,
    component: value.componentId,
    property: value.propertyId,
    data: value.data,
    timestamp: new Date(value.timestamp).toISOString(),
    sender: value.sender ?? null,
    on_behalf_of: value.onBehalfOf ?? null,
    cause: value.cause,
    revision: value.revision,
  };
}

function showAll(values: readonly StoredValue[]) {
  const rows = values.map(({ componentId, propertyId, data, timestamp, cause }) => [
    componentId,
    propertyId,
    JSON.stringify(data),
    timeText(timestamp),
    cause,
  ]);
  return {
    data: values.map(toValueRecord),
    text: list(['COMPONENT', 'PROPERTY', 'VALUE', 'TIME', 'CAUSE'], rows, 'No value is stored yet.'),
  };
}

function showOne(value: StoredValue | undefined, address: string) {
  if (!value) throw new Refusal(`no value is stored for ${address}`);
  return { data: toValueRecord(value), text: JSON.stringify(value.data) };
}
