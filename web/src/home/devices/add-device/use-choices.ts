import type { BridgeDevice, TileGroup } from '@azulejo/contract';
import { useCallback, useMemo, useState } from 'react';
import type { Chosen } from './add-found.ts';
import { type Choice, partsOfBridged, suggest } from './suggestion.ts';

type Changes = Readonly<Record<string, Partial<Choice>>>;

export type Choices = ReturnType<typeof useChoices>;

/** Stores what the person chose for devices of a bridge. Until then each has its suggestion. */
export function useChoices(areas: readonly TileGroup[], devices: readonly BridgeDevice[]) {
  const [changes, setChanges] = useState<Changes>({});
  const suggestions = useMemo(
    () => new Map(devices.map((device) => [device.id, suggest(areas, partsOfBridged(device))])),
    [areas, devices],
  );
  const suggestionOf = (device: BridgeDevice) =>
    suggestions.get(device.id) ?? suggest(areas, partsOfBridged(device));
  const choices = useMemo(
    () =>
      new Map(
        // A device that was not changed keeps its object, so that its row is not rendered again.
        [...suggestions].map(([id, first]) => [id, changes[id] ? { ...first, ...changes[id] } : first]),
      ),
    [suggestions, changes],
  );
  const choiceOf = (device: BridgeDevice): Choice => choices.get(device.id) ?? suggestionOf(device);
  const change = useCallback(
    (id: string, part: Partial<Choice>) =>
      setChanges((before) => ({ ...before, [id]: { ...before[id], ...part } })),
    [],
  );
  const chosen = devices.flatMap((device): Chosen[] => {
    const { isChosen, name, area } = choiceOf(device);
    const suggestion = suggestionOf(device);
    if (!isChosen) return [];
    return [{ id: device.id, name: name.trim() || suggestion.name, area: area.trim() || suggestion.area }];
  });
  return {
    of: choiceOf,
    change,
    changeAll: (some: readonly BridgeDevice[], isChosen: boolean) =>
      setChanges((before) => ({
        ...before,
        ...Object.fromEntries(some.map(({ id }) => [id, { ...before[id], isChosen }])),
      })),
    chosen,
  };
}
