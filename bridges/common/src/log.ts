/** Logs an event as a line of JSON, for people, containers and the program that supervises this one. */
export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void;

/** Texts of other programs are cut to this many characters, so that a pipe takes each line whole. */
const MAX_TEXT = 500;

export const createLog =
  (write: (line: string) => void, now: () => Date = () => new Date()): Log =>
  (event, details = {}) => {
    const cut = (_key: string, value: unknown) =>
      typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
    write(`${JSON.stringify({ time: now().toISOString(), event, ...details }, cut)}\n`);
  };
