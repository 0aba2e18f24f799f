import type { Property } from '@azulejo/contract';
import { isLock } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { isOfClass } from './property.ts';

/** Returns the confirmation to ask for. Opening a lock, or losing a counter, by mistake cannot be undone. */
export function questionOf(property: Property, device: string, data: unknown): Question | undefined {
  if (isLock(property) && data === false)
    return { title: t`Unlock ${device}?`, text: t`Anyone at the door can then open it.`, yes: t`Unlock` };
  if (isOfClass(property, /\.(reset|restart|factory)-/))
    return { title: `${property.label}?`, text: t`This acts on ${device} at once.`, yes: property.label };
  return undefined;
}
export type Question = { readonly title: string; readonly text: string; readonly yes: string };
