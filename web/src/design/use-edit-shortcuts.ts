import { useEffect, useEffectEvent } from 'react';

type Shortcuts = Record<'save' | 'undo' | 'redo', () => void>;

/** Saves with Ctrl+S; undoes and redoes, except in a field, which has its own history. */
export function useEditShortcuts(shortcuts: Shortcuts) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    const name =
      key === 's' ? 'save' : isField ? undefined : key === 'y' ? 'redo' : key === 'z' ? 'undo' : undefined;
    if (name === undefined) return;
    event.preventDefault();
    // A held key saves once.
    if (name === 'save' && event.repeat) return;
    shortcuts[name === 'undo' && event.shiftKey ? 'redo' : name]();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
