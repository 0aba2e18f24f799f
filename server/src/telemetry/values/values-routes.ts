import { type resources, toTimestamp, type Value } from '@azulejo/contract';
import { addressOf } from '@azulejo/model';
import type { Handlers, HomeAccess } from '../../core/access/index.ts';
import { requireProperty, type Templates } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { ValueRow } from './value-statements.ts';
import { changedOf, type StoredValue, type Values } from './values.ts';

type Handled = Pick<Handlers<typeof resources.values>, 'get' | 'list'>;

/**
 * The list of a home with thousands of devices is megabytes of text, and its rows are several times that; so
 * only a few are built at a time.
 */
const LIMITS = { maxConcurrent: 4, maxWaiting: 200, maxWaitingPerKey: 40 };

export function valueHandlers(values: Values, templates: Templates): Handled {
  const limiter = createLimiter(LIMITS);

  async function textOf({ id, sees }: HomeAccess): Promise<{ text: string; count: number }> {
    const pages: string[] = [];
    let count = 0;
    for await (const page of values.pagesOf({ role: 'user', id })) {
      const rows = page.filter(({ channel_id: channelId }) => sees(channelId));
      if (rows.length > 0) pages.push(rows.map(toWireText).join(','));
      count += rows.length;
    }
    return { text: `{"elements":[${pages.join(',')}]}`, count };
  }

  return {
    get: async ({ input, context }) => {
      const address = addressOf(input);
      const value = await values.find(address);
      if (!value) {
        const { templateId, templateVersion } = context.channel;
        requireProperty(await templates.get(templateId, templateVersion), address);
        throw new ApiError('not_found', { detail: `"${address.propertyId}" was not reported yet.` });
      }
      const body = toWireValue(value);
      return { body, revision: revisionOf(value.revision, body), cacheControl: PRIVATE };
    },

    list: async ({ context }) => {
      const { text, count } = await limiter(context.principal.id, () => textOf(context.home));
      return { bytes: Buffer.from(text), revision: revisionOf(count, text), cacheControl: PRIVATE };
    },
  };
}

function toWireValue({ data, timestamp, changed, sender, onBehalfOf, cause }: StoredValue): Value {
  return {
    data,
    timestamp: toTimestamp(timestamp),
    changed: toTimestamp(changed),
    ...(sender === undefined ? {} : { sender }),
    ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf }),
    cause,
  };
}

/**
 * Returns an element of `ValueList` as JSON. The stored data is inserted as text, because parsing the
 * thousands of values of a home would take too long.
 */
function toWireText(row: ValueRow): string {
  const stamp = {
    timestamp: toTimestamp(row.timestamp),
    changed: toTimestamp(changedOf(row)),
    ...(row.sender === null ? {} : { sender: row.sender }),
    ...(row.on_behalf_of === null ? {} : { on_behalf_of: row.on_behalf_of }),
    cause: row.cause,
  };
  const address = { channel: row.channel_id, component: row.component_id, property: row.property_id };
  return `${JSON.stringify(address).slice(0, -1)},"data":${row.data_json},${JSON.stringify(stamp).slice(1)}`;
}
