/** A message of a catalogue, with the files that have it. */
export type CatalogueMessage = {
  readonly message: string;
  readonly context: string | null;
  readonly files: readonly string[];
};

const MAX_WORDS = 2;

const isShort = (message: string): boolean => message.split(' ').length <= MAX_WORDS && !/[{<]/.test(message);

/**
 * Returns what is wrong with the short messages of a catalogue. Such a message may mean several things, which other
 * languages have several words for: a message without a context is in one file, or accepted because it means the same
 * everywhere. A message that has a context somewhere is known to mean several things, and has one everywhere.
 */
export function homonymsIn(messages: readonly CatalogueMessage[], accepted: readonly string[]): string[] {
  const withContext = new Set(
    messages.filter(({ context }) => context !== null).map(({ message }) => message),
  );
  const shared = messages.filter(
    ({ message, context, files }) => context === null && isShort(message) && new Set(files).size > 1,
  );
  const found = new Set(shared.map(({ message }) => message));
  return [
    ...shared.flatMap(({ message, files }) => {
      if (withContext.has(message)) return [`"${message}" needs a context in ${files.join(', ')}`];
      if (accepted.includes(message)) return [];
      return [`"${message}" needs a context, or is accepted: ${files.join(', ')}`];
    }),
    ...accepted
      .filter((word) => !found.has(word))
      .map((word) => `"${word}" is accepted, but not in several files`),
  ];
}
