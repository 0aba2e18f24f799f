import type { Property } from '@azulejo/contract';

/** Where a property belongs on the page; the class names it. */
export function groupOf({ classes: [name = ''] }: Property): 'main' | 'settings' | 'diagnostics' {
  const group = name.split('.')[3];
  return group === 'settings' || group === 'diagnostics' ? group : 'main';
}
