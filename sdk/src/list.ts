import type { WireInput } from './request.ts';
import type { ListRoute } from './route.ts';

/**
 * The promise of a list's reply. It can also be iterated: `for await` yields the items of this page and, if
 * the list has pages, of all that follow it.
 */
export interface List<Reply, Item> extends Promise<Reply>, AsyncIterable<Item> {}

type Page = Readonly<Record<string, unknown>>;

/** Calls a list operation. Further pages are requested only when the list is iterated. */
export function createList(
  { items, next }: ListRoute,
  input: WireInput,
  call: (input: WireInput) => Promise<unknown>,
): List<unknown, unknown> {
  const first = call(input) as Promise<Page>;

  async function* iterate(): AsyncGenerator<unknown, void, undefined> {
    let page = await first;
    for (let count = 0, sent = input; ; ) {
      const elements = page[items] as readonly unknown[];
      yield* elements;
      count += elements.length;
      if (!next || elements.length === 0) return;
      const last = elements.at(-1) as Page;
      const position = next.reply ? page[next.reply] : next.item ? last[next.item] : count;
      if (position === null || position === undefined) return;
      sent = { ...sent, [next.send]: position };
      page = (await call(sent)) as Page;
    }
  }

  return Object.assign(first, { [Symbol.asyncIterator]: iterate });
}
