import type { Property } from '@azulejo/contract';

/** Returns the property's section on the page, which its class determines. */
export function groupOf({ classes: [name = ''] }: Property): 'main' | 'settings' | 'diagnostics' {
  const group = name.split('.')[3];
  return group === 'settings' || group === 'diagnostics' ? group : 'main';
}
