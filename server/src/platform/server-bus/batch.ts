import type { Place } from './server-bus.ts';

/**
 * The wire format: UTF-8 lines. The first is `version server epoch number time`; each further one is a message, as
 * `kind TAB places TAB json`. A receiver looks at the places before it parses, because most messages concern none of
 * its sessions.
 */
/** The newest version of this format that is known here. Earlier ones are read too; a new kind of message needs no new one. */
export const BUS_VERSION = 1;

export type Header = {
  /** Of this format. */
  readonly version: number;
  readonly server: string;
  /** Differs for each start of the server. */
  readonly epoch: string;
  /** The number of the batch among those of its subject, from 1. */
  readonly number: number;
  /** When it was sent, in milliseconds since 1970. */
  readonly time: number;
};

/** Longer than any header. */
export const HEADER_BYTES = 200;

export const toLine = (kind: string, places: readonly Place[], message: unknown): string =>
  `${kind}\t${places.join(',')}\t${JSON.stringify(message)}`;

export const toBatch = ({ version, server, epoch, number, time }: Header, lines: readonly string[]): string =>
  `${version} ${server} ${epoch} ${number} ${time}\n${lines.join('\n')}`;

/**
 * Returns undefined for a batch of a version that is not known here, as a server sends until it has learned of this one:
 * the hole in its numbers tells of what was in it.
 */
export function readHeader(batch: string): Header | undefined {
  const end = batch.indexOf('\n');
  const [first, server, epoch, number, time] = batch.slice(0, end === -1 ? undefined : end).split(' ');
  const version = Number(first);
  if (!(version >= 1 && version <= BUS_VERSION) || server === undefined || epoch === undefined)
    return undefined;
  return { version, server, epoch, number: Number(number), time: Number(time) };
}

export type Line = { readonly kind: string; readonly places: readonly Place[]; readonly json: string };

export function* readLines(batch: string): Generator<Line> {
  for (const line of batch.split('\n').slice(1)) {
    const [first, second] = [line.indexOf('\t'), line.indexOf('\t', line.indexOf('\t') + 1)];
    if (first === -1 || second === -1) continue;
    yield {
      kind: line.slice(0, first),
      places: line.slice(first + 1, second).split(',') as Place[],
      json: line.slice(second + 1),
    };
  }
}
