import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { IconChevronRight, IconPlus } from '../../../../design/icons.generated.ts';
import { moved, type Path, pathText } from '../../../../design/member-path.ts';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '../../../../design/page-icons.generated.ts';
import { countBelow, useDraft, useList } from '../draft/draft.tsx';
import { ErrorBadge } from './error-badge.tsx';
import classes from './part-list.module.css';

type PartListProps<Part> = {
  path: Path;
  /** The name of one part, such as `property`. */
  noun: string;
  /** Returns the part's name and description in one line. */
  name: (part: Part, index: number) => string;
  summary?: (part: Part) => ReactNode;
  create: () => Part;
  /** Creates a copy; if undefined, parts cannot be duplicated. */
  duplicate?: (part: Part) => Part;
  children: (path: Path, part: Part) => ReactNode;
  empty: string;
  max?: number;
};

/** Lists parts, each of which opens to its own form. Parts can be moved, added, copied and removed. */
export function PartList<Part>({ path, noun, create, empty, max, ...props }: PartListProps<Part>) {
  const { isReadOnly } = useDraft();
  const { items, open, announcement, whole, toggle, add, move, remove } = useParts<Part>(path, noun);
  return (
    <div ref={whole}>
      {items.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {empty}
        </Text>
      )}
      <ol className={classes.list}>
        {items.map((part, index) => (
          <PartItem
            // Parts have no identity beyond their place: ids change while they are written.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            path={[...path, index]}
            title={props.name(part, index)}
            summary={props.summary?.(part)}
            isOpen={open === index}
            onToggle={() => toggle(index)}
            {...(!isReadOnly && {
              onUp: index > 0 ? () => move(index, index - 1) : undefined,
              onDown: index < items.length - 1 ? () => move(index, index + 1) : undefined,
              onRemove: () => remove(index),
              onDuplicate: props.duplicate && (() => add(props.duplicate?.(part) ?? part, index + 1)),
            })}
          >
            {props.children([...path, index], part)}
          </PartItem>
        ))}
      </ol>
      {!isReadOnly && (max === undefined || items.length < max) && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => add(create(), items.length)}
        >
          <Trans>Add {noun}</Trans>
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  );
}

/** Returns the parts of the list, which of them is open, and how to change them. */
function useParts<Part>(path: Path, noun: string) {
  const list = useList(path);
  const items = list.items as readonly Part[];
  const [open, setOpen] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const whole = useRef<HTMLDivElement>(null);
  const focusHeader = (index: number) =>
    requestAnimationFrame(() =>
      whole.current
        ?.querySelector<HTMLElement>(`:scope > ol > li:nth-child(${index + 1}) > div > button`)
        ?.focus(),
    );
  return {
    items,
    open,
    /** Says to screen readers what changed last. */
    announcement,
    whole,
    toggle: (index: number) => setOpen(open === index ? undefined : index),
    add: (part: Part, at: number) => {
      list.set(items.toSpliced(at, 0, part));
      setOpen(at);
      setAnnouncement(t`Added at place ${at + 1}`);
      focusHeader(at);
    },
    move: (from: number, to: number) => {
      list.set(moved(items, from, to));
      setOpen((at) => (at === from ? to : at === to ? from : at));
      setAnnouncement(t`Moved to place ${to + 1} of ${items.length}`);
    },
    remove: (index: number) => {
      list.set(items.toSpliced(index, 1));
      setOpen(undefined);
      setAnnouncement(t`The ${noun} was removed`);
      focusHeader(Math.min(index, items.length - 2));
    },
  };
}

type PartItemProps = {
  path: Path;
  title: string;
  summary: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  onUp?: () => void;
  onDown?: () => void;
  onRemove?: () => void;
  onDuplicate?: () => void;
  children: ReactNode;
};

function PartItem({ path, title, summary, isOpen, onToggle, children, ...actions }: PartItemProps) {
  const { errors } = useDraft();
  const id = useId();
  const count = countBelow(errors, pathText(path));
  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <div className={classes.header}>
        <UnstyledButton
          className={classes.toggle ?? ''}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <IconChevronRight size={16} className={classes.chevron} aria-hidden="true" />
          <span className={classes.title}>{title}</span>
          <ErrorBadge count={count} />
          {summary !== undefined && <span className={classes.summary}>{summary}</span>}
        </UnstyledButton>
        {actions.onRemove && <PartActions title={title} {...actions} />}
      </div>
      {isOpen && (
        <div id={id} className={classes.panel}>
          {children}
        </div>
      )}
    </li>
  );
}

type PartActionsProps = Pick<PartItemProps, 'title' | 'onUp' | 'onDown' | 'onRemove' | 'onDuplicate'>;

function PartActions({ title, onUp, onDown, onRemove, onDuplicate }: PartActionsProps) {
  const actions = [
    { label: t`Move up`, icon: IconArrowUp, run: onUp, exists: true },
    { label: t`Move down`, icon: IconArrowDown, run: onDown, exists: true },
    { label: t`Copy`, icon: IconCopy, run: onDuplicate, exists: onDuplicate !== undefined },
    { label: t`Remove`, icon: IconTrash, run: onRemove, exists: true },
  ].filter(({ exists }) => exists);
  return (
    <Group gap={2} wrap="nowrap" className={classes.actions ?? ''}>
      {actions.map(({ label, icon: Icon, run }) => (
        <Tooltip key={label} label={label} withinPortal>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={`${label}: ${title}`}
            aria-disabled={run === undefined}
            {...(run === undefined && { 'data-disabled': true })}
            onClick={() => run?.()}
          >
            <Icon size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
