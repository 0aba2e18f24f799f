import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEditor } from '../shared/editor-context.ts';
import { joinOf, movePart, withJoin } from '../state/parts.ts';
import { clauseOf } from '../state/path.ts';
import { Choices } from './choices.tsx';
import classes from './fields.module.css';

/** Does something with a whole trigger, condition or step. */
export function PartMenu({ path }: { path: string }) {
  const { definition, remove, move, duplicate, negate } = useEditor();
  const isCondition = clauseOf(path) === 'onlyIf';
  const canMove = (by: -1 | 1) => movePart(definition, path, by) !== undefined;
  return (
    <div className={classes.menu}>
      {isCondition && <Join />}
      <button type="button" onClick={() => remove(path)}>
        <Trans>Take away</Trans>
      </button>
      {canMove(-1) && (
        <button type="button" onClick={() => move(path, -1)}>
          <Trans>Move before</Trans>
        </button>
      )}
      {canMove(1) && (
        <button type="button" onClick={() => move(path, 1)}>
          <Trans>Move after</Trans>
        </button>
      )}
      <button type="button" onClick={() => duplicate(path)}>
        <Trans>Duplicate</Trans>
      </button>
      {isCondition && (
        <button type="button" onClick={() => negate(path)}>
          {path.endsWith('.not') ? t`Take away “not”` : t`Turn into its opposite`}
        </button>
      )}
    </div>
  );
}

/** Whether all conditions must be true, or one of them. */
function Join() {
  const { definition, change, wording } = useEditor();
  const join = joinOf(definition);
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
        change(
          withJoin(definition, next),
          wording.speech.capital(next === 'all' ? t`all conditions` : t`one condition is enough`),
        )
      }
    />
  );
}
