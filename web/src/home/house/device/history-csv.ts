import type { Channel, HistoryPoint } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { csvOf } from '../../kit/formats/csv.ts';
import type { Period } from '../../kit/formats/period.ts';
import type { Track } from './history-track.ts';

const PAGE_SIZE = 1_000;
/** Values of one property in a file; the newest are kept. */
const MAX_VALUES = 20_000;

export type CsvFile = {
  readonly text: string;
  /** The file does not have all values of the period. */
  readonly isCut: boolean;
};

type Row = readonly [time: string, component: string, property: string, value: string];

/** Reads every value of the properties in the period, page by page, and returns them as CSV, oldest first. */
export async function historyCsv(
  client: Pick<Client, 'values'>,
  channel: Channel,
  tracks: readonly Track[],
  { from, to }: Period,
): Promise<CsvFile> {
  const rows: Row[] = [];
  let isCut = false;
  for (const { component, property, label } of tracks) {
    const address = { channel_id: channel.id, component_id: component.id, property_id: property.id };
    const points: HistoryPoint[] = [];
    let before = String(to);
    while (points.length < MAX_VALUES) {
      const query = { ...address, from: String(from), to: before, page_size: PAGE_SIZE };
      const { elements } = await client.values.history(query);
      points.push(...elements);
      const last = elements.at(-1);
      if (!last) break;
      before = last.timestamp;
    }
    isCut ||= points.length >= MAX_VALUES;
    for (const { timestamp, value } of points)
      rows.push([
        new Date(Date.parse(timestamp)).toISOString(),
        component.label || component.id,
        label,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]);
  }
  const sorted = rows.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const lines = [['time', 'component', 'property', 'value'], ...sorted];
  return {
    text: csvOf(lines),
    isCut,
  };
}
