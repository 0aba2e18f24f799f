import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEditor } from '../shared/editor-context.ts';
import { addElse, addSibling, addStepAfter, isBlankAt, joinOf, movePart, withJoin } from '../state/parts.ts';
import { clauseOf, stepOf, valueAt, withValueAt } from '../state/path.ts';
import { canRetrigger, withRetrigger } from '../state/retrigger.ts';
import { Choices } from './choices.tsx';
import { More } from './more.tsx';
import classes from './part-menu.module.css';
import { QuietButton } from './quiet-button.tsx';
import { StepOptions } from './step-options.tsx';

type Props = { path: string };
type MenuProps = Props & {
  /** Whether it also has the options of a step, which the panel above does not show. */
  hasOptions: boolean;
};

/**
 * Offers what can be done with a whole trigger, condition or step. One that is still to be chosen can be removed.
 */
export function PartMenu({ path, hasOptions }: MenuProps) {
  const { definition, remove, move, duplicate } = useEditor();
  const isBlank = isBlankAt(definition, path);
  const clause = clauseOf(path);
  const canMove = (by: -1 | 1) => movePart(definition, path, by) !== undefined;
  return (
    <div className={classes.menu}>
      {clause === 'onlyIf' && <JoinOf path={path} />}
      <QuietButton onClick={() => remove(path)}>
        <Trans>Remove</Trans>
      </QuietButton>
      {canMove(-1) && (
        <QuietButton onClick={() => move(path, -1)}>
          <Trans>Move before</Trans>
        </QuietButton>
      )}
      {canMove(1) && (
        <QuietButton onClick={() => move(path, 1)}>
          <Trans>Move after</Trans>
        </QuietButton>
      )}
      {!isBlank && (
        <QuietButton onClick={() => duplicate(path)}>
          <Trans>Duplicate</Trans>
        </QuietButton>
      )}
      {!isBlank && clause === 'when' && <OfTrigger path={path} />}
      {!isBlank && clause === 'onlyIf' && <OfCondition path={path} />}
      {!isBlank && path.startsWith('then') && <OfStep path={path} />}
      {hasOptions && clause === 'then' && valueAt(definition, `${path}.kind`) === 'set' && (
        <More>
          <StepOptions path={path} />
        </More>
      )}
    </div>
  );
}

/** Lets a trigger fire again with each report of a device, or only once while it lasts. */
function OfTrigger({ path }: Props) {
  const { definition, place } = useEditor();
  if (!canRetrigger(valueAt(definition, path))) return null;
  const isOn = valueAt(definition, `${path}.retrigger`) === true;
  const next = isOn
    ? withValueAt(definition, `${path}.retrigger`, undefined)
    : withRetrigger(definition, path);
  return (
    <QuietButton onClick={() => place({ definition: next, path })}>
      {isOn ? t`Only once while it lasts` : t`Again with each report`}
    </QuietButton>
  );
}

function OfCondition({ path }: Props) {
  const { definition, negate, place } = useEditor();
  return (
    <>
      <QuietButton onClick={() => negate(path)}>
        {path.endsWith('.not') ? t`Remove “not”` : t`Turn into its opposite`}
      </QuietButton>
      <QuietButton onClick={() => place(addSibling(definition, path, 'all'))}>
        <Trans>Add “and …”</Trans>
      </QuietButton>
      <QuietButton onClick={() => place(addSibling(definition, path, 'any'))}>
        <Trans>Add “or …”</Trans>
      </QuietButton>
    </>
  );
}

/** Changes a step, and the conditions on which it decides. */
function OfStep({ path }: Props) {
  const { definition, place } = useEditor();
  const step = stepOf(path);
  const { kind, else: others, for: triggers } = (valueAt(definition, step) ?? {}) as Given;
  const [first, second] = definition.when;
  return (
    <>
      <QuietButton onClick={() => place(addStepAfter(definition, step))}>
        <Trans>Add a step after it</Trans>
      </QuietButton>
      {kind === 'if' && others === undefined && (
        <QuietButton onClick={() => place(addElse(definition, step))}>
          <Trans>Add “otherwise …”</Trans>
        </QuietButton>
      )}
      {triggers === undefined && second && (
        <QuietButton
          onClick={() =>
            place({ definition: withValueAt(definition, `${step}.for`, [first?.id]), path: `${step}.for` })
          }
        >
          <Trans>Only for one trigger</Trans>
        </QuietButton>
      )}
    </>
  );
}

type Given = Readonly<Partial<Record<'kind' | 'else' | 'for', unknown>>>;

/** Chooses whether all conditions of a group must be true, or one of them. */
function JoinOf({ path }: Props) {
  const { definition, place } = useEditor();
  const join = joinOf(definition, path);
  if (join === undefined) return null;
  return (
    <Choices
      label={t`How many conditions must be true`}
      value={join}
      options={[
        { value: 'all', label: t`All conditions` },
        { value: 'any', label: t`One is enough` },
      ]}
      onChange={(next) =>
        place(
          withJoin(definition, path, next),
          next === 'all' ? t`All conditions` : t`One condition is enough`,
        )
      }
    />
  );
}
