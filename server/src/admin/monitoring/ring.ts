/** A ring buffer of rows of numbers, each with its time. */
export type Ring<Name extends string> = {
  push(at: number, values: Readonly<Record<Name, number>>): void;
  /** Returns the rows after a time, oldest first. */
  after(time: number): { times: number[]; values: Record<Name, number[]> };
};

export function createRing<Name extends string>(length: number, names: readonly Name[]): Ring<Name> {
  const times = new Float64Array(length);
  const columns = names.map((name) => [name, new Float32Array(length)] as const);
  let pushed = 0;

  return {
    push(at, values) {
      const place = pushed % length;
      times[place] = at;
      for (const [name, column] of columns) column[place] = values[name];
      pushed += 1;
    },
    after(time) {
      const places: number[] = [];
      for (let n = Math.max(0, pushed - length); n < pushed; n += 1)
        if ((times[n % length] ?? 0) > time) places.push(n % length);
      const values = columns.map(([name, column]) => [name, places.map((place) => shortened(column[place]))]);
      return {
        times: places.map((place) => times[place] ?? 0),
        values: Object.fromEntries(values) as Record<Name, number[]>,
      };
    },
  };
}

/** Rounds to the precision that a chart shows. */
const shortened = (value = 0): number => Number(value.toPrecision(4));
