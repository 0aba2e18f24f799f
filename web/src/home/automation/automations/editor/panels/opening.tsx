import { t } from '@lingui/core/macro';
import { Popover } from '@mantine/core';
import type { ReactElement } from 'react';
import { Sheet } from '../../../../kit/ui/sheet.tsx';
import { useIsPhone } from '../../../../kit/ui/use-is-phone.ts';
import { type Opened, useEditor } from '../shared/editor-context.ts';
import { isBlank, isBlankAt } from '../state/parts.ts';
import { clauseOf, partPathOf, valueAt } from '../state/path.ts';
import { AddressPanel } from './address-panel.tsx';
import { DoneButton } from './done-button.tsx';
import { DurationPanel } from './duration-panel.tsx';
import { FixedPanel } from './fixed-panel.tsx';
import { GroupPanel } from './group-panel.tsx';
import { LatePanel } from './late-panel.tsx';
import { MessagePanel } from './message-panel.tsx';
import { ModePanel } from './mode-panel.tsx';
import classes from './panels.module.css';
import { PartMenu } from './part-menu.tsx';
import { PartPicker } from './part-picker.tsx';
import { PersonPanel } from './person-panel.tsx';
import { StepOptions } from './step-options.tsx';
import { TimePanel } from './time-panel.tsx';
import { TriggerPanel } from './trigger-panel.tsx';
import { ValuePanel } from './value-panel.tsx';

type Props = { isOpen: boolean; what: Opened; children: ReactElement };

/** Shows a button with what it opens: a panel under it, which is a sheet on phones. */
export function Opening({ isOpen, what, children }: Props) {
  const { close } = useEditor();
  const isPhone = useIsPhone();
  const leave = () => close('path' in what ? what.path : undefined);
  const title = titleOf(what);
  if (isPhone)
    return (
      <>
        {children}
        {isOpen && (
          <Sheet opened onClose={leave} title={title}>
            <Panel what={what} />
          </Sheet>
        )}
      </>
    );
  return (
    <Popover
      opened={isOpen}
      onDismiss={leave}
      position="bottom-start"
      width={400}
      trapFocus
      shadow="md"
      radius="lg"
      withinPortal
      // The panel has its own name instead of its button's.
      withRoles={false}
      middlewares={{ flip: true, shift: { padding: 16 } }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown role="dialog" className={classes.dropdown ?? ''} aria-label={title}>
        <Panel what={what} />
      </Popover.Dropdown>
    </Popover>
  );
}

function titleOf(what: Opened): string {
  if ('path' in what && what.path === 'late') return t`After an outage`;
  const clause = 'add' in what ? what.add : clauseOf(what.path);
  if (clause === 'when') return t`When what happens?`;
  if (clause === 'onlyIf') return t`Only if what is true?`;
  return clause === 'then' ? t`What is done?` : t`If it happens again`;
}

/** Shows what a word opens. It changes the word immediately; a menu below does something with the whole part. */
function Panel({ what }: { what: Opened }) {
  const { definition } = useEditor();
  if ('add' in what) return <PartPicker clause={what.add} at={what} />;
  const part = partPathOf(what.path);
  // The only word of a clause cannot be removed before something is chosen.
  const isOnly = /^(when|then)\[0\]$/.test(part) && isBlankAt(definition, part);
  return (
    <>
      <WordPanel path={what.path} role={what.role} />
      {part !== '' && !isOnly && <PartMenu path={part} hasOptions={what.role !== 'option'} />}
    </>
  );
}

function WordPanel({ path, role }: { path: string; role: string }) {
  const { definition } = useEditor();
  const part = partPathOf(path);
  const given = (valueAt(definition, part) ?? {}) as Readonly<Record<string, unknown>>;
  const clause = clauseOf(path);
  // The last line belongs to no clause.
  if (path === 'late') return <LatePanel />;
  if (clause === undefined) return role === 'mode' ? <ModePanel /> : <DurationPanel path={path} />;
  if (role === 'trigger') return <TriggerPanel path={path} />;
  if (role === 'option' && given['kind'] === 'set') return <OptionsPanel path={part} member={path} />;
  if (role === 'part' && !isBlank(given)) return <FixedPanel />;
  if (part === '') return <PartPicker clause={clause} at={{ add: clause }} />;
  if (role === 'group' || role === 'room') return <GroupPanel path={path.replace(/\.room$/, '')} />;
  if (role === 'duration') return <DurationPanel path={path} />;
  if (given['kind'] === 'notify') return <MessagePanel path={part} />;
  if (given['kind'] === 'webhook') return <AddressPanel path={part} />;
  if (given['kind'] === 'person') return <PersonPanel path={part} />;
  if (role === 'time' || role === 'days') return <TimePanel path={part} />;
  if (role === 'value') return <ValuePanel path={part} member={path} />;
  return <PartPicker clause={clause} at={{ path: part }} />;
}

/** Shows the panel of an option that the sentence mentions. */
const OptionsPanel = ({ path, member }: { path: string; member: string }) => (
  <div className={classes.panel}>
    <StepOptions path={path} />
    <DoneButton path={member} />
  </div>
);
