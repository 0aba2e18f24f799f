/**
 * Returns to the system what making hundreds of templates left: without it V8 holds the empty pages for the next
 * burst, which seldom comes. Needs the flag `--expose-gc`, with which the server starts bridges.
 */
export function releaseMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
