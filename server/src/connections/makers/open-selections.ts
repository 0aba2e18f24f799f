import type { Clock } from '../../platform/clock.ts';
import type { DeviceRequest } from './maker.ts';

export type Selection = DeviceRequest & { readonly managerId: string };

export type OpenSelections = ReturnType<typeof createOpenSelections>;

/**
 * Remembers which managers are adding devices for whom right now. Only during this a manager may grant
 * channels to a person without a grant on them (managers 1.5). Each selection is an open call to a
 * manager, so a restart ends both.
 */
export function createOpenSelections(clock: Pick<Clock, 'now'>) {
  const open = new Set<Selection & { since: number }>();

  const find = (wanted: Partial<Selection>) =>
    [...open].find((selection) =>
      Object.entries(wanted).every(([name, value]) => selection[name as keyof Selection] === value),
    );

  return {
    /** Opens a selection until it is disposed of. */
    begin({ managerId, applicationId, userId, templateId }: Selection): Disposable {
      const selection = { managerId, applicationId, userId, templateId, since: clock.now() };
      open.add(selection);
      return { [Symbol.dispose]: () => void open.delete(selection) };
    },

    /** Returns since when the manager is adding such devices for the person; undefined when it is not. */
    since: (wanted: Omit<Selection, 'applicationId'>): number | undefined => find(wanted)?.since,

    /** Returns whether the manager is adding such devices for anyone who uses the application. */
    isOpenThrough: (wanted: Omit<Selection, 'userId'>): boolean => find(wanted) !== undefined,
  };
}
