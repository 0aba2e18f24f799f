import type { HistoryPoint } from '@azulejo/contract';
import { describe, expect, it } from 'vitest';
import { channelOf, propertyOf } from '../../../testing/devices.ts';
import { cellOf } from '../../kit/formats/csv.ts';
import { historyCsv } from './history-csv.ts';
import { tracksOf } from './history-track.ts';

const period = { kind: 'day', from: 0, to: 86_400_000 } as const;
const channel = channelOf('lamp', [propertyOf('power', { label: 'Power' })]);
const point = (at: number, value: unknown): HistoryPoint =>
  ({ timestamp: new Date(at).toISOString(), value }) as HistoryPoint;

/** Replies with the pages in turn, and then with empty ones. */
function clientWith(...pages: HistoryPoint[][]) {
  const requested: (string | undefined)[] = [];
  const history = (query: { to?: string }) => {
    requested.push(query.to);
    return Promise.resolve({ elements: pages[requested.length - 1] ?? [] });
  };
  return { requested, client: { values: { history } } as never };
}

describe('the history as CSV', () => {
  it('includes every page in the CSV, oldest first', async () => {
    const { requested, client } = clientWith([point(3_000, 3), point(2_000, 2)], [point(1_000, 1)]);
    const { text, isCut } = await historyCsv(client, channel, tracksOf(channel), period);
    expect(text.split('\r\n')).toEqual([
      'time,component,property,value',
      '1970-01-01T00:00:01.000Z,Lamp,Power,1',
      '1970-01-01T00:00:02.000Z,Lamp,Power,2',
      '1970-01-01T00:00:03.000Z,Lamp,Power,3',
      '',
    ]);
    expect(isCut).toBe(false);
    expect(requested).toEqual(['86400000', point(2_000, 2).timestamp, point(1_000, 1).timestamp]);
  });

  it('says that the CSV is cut at its limit', async () => {
    const page = Array.from({ length: 10_000 }, (_, n) => point(80_000_000 - n, n));
    const { client } = clientWith(page, page, page);
    const { text, isCut } = await historyCsv(client, channel, tracksOf(channel), period);
    expect(isCut).toBe(true);
    expect(text.split('\r\n')).toHaveLength(20_002);
  });

  it('quotes cells, and keeps text from becoming a formula', () => {
    expect(cellOf('a "b", c')).toBe('"a ""b"", c"');
    expect(cellOf('=1+1')).toBe("'=1+1");
    expect(cellOf('-4.5')).toBe('-4.5');
  });
});
