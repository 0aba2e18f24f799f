/** Returns whether the key opens the search: `/` outside fields and dialogs, and Ctrl+K or ⌘K anywhere. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return true;
  const isTyped =
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog]');
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyped;
}
