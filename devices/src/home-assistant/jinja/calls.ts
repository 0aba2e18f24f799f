import { Failed } from './values.ts';

/** The arguments of a call, by the names of its parameters. */
export type Named = Readonly<Record<string, unknown>>;

/** What functions that take the name of another one need. */
export type Run = {
  filter(name: string, value: unknown, ...rest: readonly unknown[]): unknown;
  test(name: string, value: unknown, ...rest: readonly unknown[]): boolean;
};

export type Arguments = {
  readonly positional: readonly unknown[];
  readonly named: ReadonlyMap<string, unknown>;
};

/** A function or filter; the first parameter of a filter is what stands before it. */
export type Callable = (given: Arguments, run: Run) => unknown;

/** Makes a function with named parameters. Throws Failed when it is called with others. */
export const fn =
  (parameters: string, call: (values: Named, run: Run) => unknown): Callable =>
  ({ positional, named }, run) => {
    const names = parameters === '' ? [] : parameters.split(' ');
    if (positional.length > names.length) throw new Failed('too many arguments');
    const values = Object.fromEntries(names.map((name, index) => [name, positional[index]]));
    for (const [name, value] of named) {
      if (!names.includes(name)) throw new Failed(`no parameter ${name}`);
      values[name] = value;
    }
    return call(values, run);
  };

/** Makes a function of any number of values. */
export const variadic =
  (call: (values: readonly unknown[], run: Run, named: ReadonlyMap<string, unknown>) => unknown): Callable =>
  ({ positional, named }, run) =>
    call(positional, run, named);
