import { textOf } from '../clauses.ts';
import type { HistoryWords } from '../language.ts';
import { fill, type Holes } from '../message.ts';
import { type Describable, type Given, isGiven, type Wording } from '../wording.ts';

/** The context in which decisions of an automation are put into words. */
export type HistoryWording = Wording & {
  readonly history: HistoryWords;
  /** The version that decided, with the ids of its parts (`withPartIds`). */
  readonly definition: Describable;
};

/** Returns the message with its holes filled, as text. */
export const fillText = (message: string, holes: Holes): string => textOf(fill(message, holes));

/** Returns a trigger of the definition with its path, or undefined if it has none of that id. */
export function triggerOf(
  { definition }: HistoryWording,
  id: string | undefined,
): { readonly trigger: Given; readonly path: string } | undefined {
  const index = definition.when.findIndex((each) => id !== undefined && each.id === id);
  const trigger: unknown = definition.when[index];
  return isGiven(trigger) ? { trigger, path: `when[${index}]` } : undefined;
}

/** Returns the names of automations that started each other. */
export const chainText = ({ names, speech }: Wording, chain: readonly string[]): string =>
  chain.map((id) => names.automation(id) ?? speech.words.gone.automation).join(' → ');
