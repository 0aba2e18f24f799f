import { t } from '@lingui/core/macro';
import { Popover } from '@mantine/core';
import type { ReactElement } from 'react';
import { Sheet } from '../../../../kit/ui/sheet.tsx';
import { useIsPhone } from '../../../../kit/ui/use-is-phone.ts';
import { type Opened, useEditor } from '../shared/editor-context.ts';
import { clauseOf } from '../state/path.ts';
import { Panel } from './panel.tsx';
import classes from './panels.module.css';

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
