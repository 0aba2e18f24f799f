import type { Automation } from '@azulejo/contract';
import { MAX_LABEL_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '../../../../design/page-icons.generated.ts';
import back from '../../../kit/ui/back.module.css';
import classes from './editor.module.css';
import { useEditor } from './shared/editor-context.ts';
import { isBlankAt } from './state/parts.ts';

/** The contract has the same limit. */

/** Shows the link back and the name. */
export function EditorHeader({
  automation,
  suggestion,
}: {
  automation: Automation | undefined;
  suggestion: string;
}) {
  const { definition, set } = useEditor();
  return (
    <header className={classes.header}>
      {automation ? (
        <Link
          to="/automations/$automationId"
          params={{ automationId: automation.id }}
          className={back.link}
          aria-label={t`Back to the automation`}
        >
          <IconArrowLeft size={22} aria-hidden="true" />
        </Link>
      ) : (
        <Link to="/automations" className={back.link} aria-label={t`Back to automations`}>
          <IconArrowLeft size={22} aria-hidden="true" />
        </Link>
      )}
      <div className={classes.title}>
        <h1 tabIndex={-1} className="visually-hidden">
          {automation ? t`Edit ${{ automation: automation.definition.label }}` : t`New automation`}
        </h1>
        <input
          type="text"
          aria-label={t`Name`}
          autoComplete="off"
          maxLength={MAX_LABEL_LENGTH}
          placeholder={isBlankAt(definition, 'then[0]') ? t`New automation` : suggestion}
          value={definition.label}
          onChange={({ currentTarget }) => set('label', currentTarget.value)}
        />
      </div>
    </header>
  );
}
