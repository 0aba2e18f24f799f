import type { ValueAddress } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalidField } from '../../platform/problem.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';
import type { ValueSchemas, VersionedTemplate } from '../templates/index.ts';
import { createValueValidator } from './value-validator.ts';

/** Where a value comes from. */
export type Stamp = { sender: string | undefined; onBehalfOf: string | undefined; cause: string };

export type StoredValue = ValueAddress & {
  data: unknown;
  timestamp: number;
  sender: string | undefined;
  onBehalfOf: string | undefined;
  cause: string;
  revision: number;
};

export type Values = ReturnType<typeof createValues>;

/** The last value of every property. */
export function createValues({ db, clock, schemas }: { db: Db; clock: Clock; schemas: ValueSchemas }) {
  const validate = createValueValidator(schemas);
  const put = preparePut(db);
  const ofChannel = db.prepare<{ channelId: string }>()((kysely, p) =>
    kysely
      .selectFrom('property_values')
      .selectAll()
      .where('channel_id', '=', p('channelId'))
      .orderBy('component_id')
      .orderBy('property_id'),
  );

  return {
    /** Throws `invalid_request` when the template has no such property or its schema refuses the data. */
    statement(
      template: VersionedTemplate,
      address: ValueAddress,
      data: unknown,
      stamp: Stamp,
    ): BoundStatement {
      const component = template.components.find(({ id }) => id === address.componentId);
      if (!component)
        throw invalidField('component', `"${address.componentId}" is no component of ${template.name}`);
      const property = template.properties.find(
        ({ id, components }) => id === address.propertyId && components.includes(component.type),
      );
      if (!property)
        throw invalidField('property', `"${address.propertyId}" is no property of "${address.componentId}"`);
      const reason = validate(property, data);
      if (reason !== undefined)
        throw invalidField('data', `${reason} (${address.componentId}/${address.propertyId})`);
      return put.bind({
        ...address,
        data: JSON.stringify(data),
        timestamp: clock.now(),
        sender: stamp.sender ?? null,
        onBehalfOf: stamp.onBehalfOf ?? null,
        cause: stamp.cause,
      });
    },

    async ofChannel(channelId: string): Promise<StoredValue[]> {
      const rows = await ofChannel.all({ channelId });
      return rows.map((row) => ({
        channelId: row.channel_id,
        componentId: row.component_id,
        propertyId: row.property_id,
        data: JSON.parse(row.data_json) as unknown,
        timestamp: row.timestamp,
        sender: row.sender ?? undefined,
        onBehalfOf: row.on_behalf_of ?? undefined,
        cause: row.cause,
        revision: row.revision,
      }));
    },
  };
}

function preparePut(db: Db) {
  return db.prepare<{
    channelId: string;
    componentId: string;
    propertyId: string;
    data: string;
    timestamp: number;
    sender: string | null;
    onBehalfOf: string | null;
    cause: string;
  }>()((kysely, p) =>
    kysely
      .insertInto('property_values')
      .values({
        channel_id: p('channelId'),
        component_id: p('componentId'),
        property_id: p('propertyId'),
        data_json: p('data'),
        timestamp: p('timestamp'),
        sender: p('sender'),
        on_behalf_of: p('onBehalfOf'),
        cause: p('cause'),
      })
      .onConflict((conflict) =>
        conflict.columns(['channel_id', 'component_id', 'property_id']).doUpdateSet((eb) => ({
          data_json: p('data'),
          timestamp: p('timestamp'),
          sender: p('sender'),
          on_behalf_of: p('onBehalfOf'),
          cause: p('cause'),
          revision: eb('property_values.revision', '+', 1),
        })),
      ),
  );
}
