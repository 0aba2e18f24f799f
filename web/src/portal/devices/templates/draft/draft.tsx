import type { ChannelTemplate, FieldError, TemplateVocabulary } from '@azulejo/contract';
import { createContext, type ReactNode } from 'react';
import { getAt, listAt, type Path, pathText, setAt } from '../../../../design/member-path.ts';
import { useRequired } from '../../../../design/use-required.ts';

/** The template being edited, with the platform's validation. */
export type Draft = {
  readonly template: ChannelTemplate;
  readonly vocabulary: TemplateVocabulary;
  readonly isReadOnly: boolean;
  readonly errors: ReadonlyMap<string, string>;
  readonly warnings: ReadonlyMap<string, string>;
  /** Changes the template. Changes of one series that follow each other are undone together. */
  change(change: (template: ChannelTemplate) => ChannelTemplate, series?: string): void;
};

const Context = createContext<Draft | undefined>(undefined);

export function DraftProvider({ draft, children }: { draft: Draft; children: ReactNode }) {
  return <Context value={draft}>{children}</Context>;
}

export const useDraft = (): Draft => useRequired(Context, 'DraftProvider');

/** Returns one member: its value, its error, and how to change it. */
export function useMember(path: Path) {
  const { template, errors, warnings, isReadOnly, change } = useDraft();
  const name = pathText(path);
  return {
    value: getAt(template, path),
    set: (value: unknown) => change((earlier) => setAt(earlier, path, value), name),
    error: errors.get(name),
    warning: warnings.get(name),
    isReadOnly,
  };
}

/** Returns a list of parts, and how to change it. */
export function useList(path: Path) {
  const { template, change } = useDraft();
  return {
    items: listAt(template, path),
    set: (items: readonly unknown[]) => change((earlier) => setAt(earlier, path, items)),
  };
}

/** Returns the number of errors at or below a member. */
export function countBelow(errors: ReadonlyMap<string, string>, path: string): number {
  return [...errors.keys()].filter((name) => name === path || name.startsWith(`${path}.`)).length;
}

export const toMap = (errors: readonly FieldError[]): ReadonlyMap<string, string> =>
  new Map(errors.map(({ field, reason }) => [field, reason]));
