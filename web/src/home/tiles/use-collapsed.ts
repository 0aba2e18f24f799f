import { useSyncExternalStore } from 'react';

const KEY = 'azulejo.collapsed';
const listeners = new Set<() => void>();
let collapsed: ReadonlySet<string> | undefined;

function read(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

function toggle(id: string): void {
  const next = new Set(get());
  if (!next.delete(id)) next.add(id);
  collapsed = next;
  localStorage.setItem(KEY, JSON.stringify([...next]));
  for (const listener of [...listeners]) listener();
}

const get = (): ReadonlySet<string> => {
  collapsed ??= read();
  return collapsed;
};

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns whether a section is folded, which is stored on this device, and a function that toggles it. */
export function useCollapsed(id: string): [boolean, () => void] {
  const isCollapsed = useSyncExternalStore(watch, () => get().has(id));
  return [isCollapsed, () => toggle(id)];
}
