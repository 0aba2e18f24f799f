import type { AutomationCheck } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '../../../../design/page-icons.generated.ts';
import { useSession } from '../../../data/session/session.ts';
import { RemedyButton } from '../../../kit/ui/remedy-button.tsx';
import { PlaceSheet } from '../../../person/place/lazy-place-sheet.ts';
import { automationsQuery } from '../data/automations-query.ts';
import { useChangeAutomations } from '../data/use-automations.ts';
import { onceEach } from '../parts/once-each.ts';
import { isOfPlace } from '../trouble.ts';
import classes from './checks.module.css';
import { useEditor } from './shared/editor-context.ts';
import { withRetrigger } from './state/retrigger.ts';
import type { CheckProblem } from './use-check.ts';
import { partTextAt } from './words/change-text.ts';

type Props = {
  check: AutomationCheck | undefined;
  problems: readonly CheckProblem[];
  /** How many words are still to be chosen. */
  missing: number;
  /** Whether the platform could not be asked. */
  isUnchecked: boolean;
};

/** Shows what is known of the automation before it is saved, and announces new findings. */
export function Checks({ check, problems, missing, isUnchecked }: Props) {
  const { definition, wording, close, place } = useEditor();
  /** The path of the word that needs the place, while the person is asked for it. */
  const [placeless, setPlaceless] = useState<string>();
  return (
    <section className={classes.checks} aria-labelledby="checks">
      <h2 id="checks">
        <Trans>Checks</Trans>
      </h2>
      <ul aria-live="polite">
        {missing > 0 && <Item tone="info">{t`Choose the dashed words to finish the sentence.`}</Item>}
        {isUnchecked && (
          <Item tone="info">{t`It will be checked when the platform can be reached again.`}</Item>
        )}
        {onceEach(problems).map(({ text, severity, code, path }) => (
          <Item key={text} tone={severity === 'error' ? 'bad' : 'warn'}>
            {text}
            {isOfPlace(code) && (
              <RemedyButton aria-haspopup="dialog" onClick={() => setPlaceless(path)}>
                <Trans>Where is your home?</Trans>
              </RemedyButton>
            )}
            {code === 'ignores_reports' && (
              <RemedyButton onClick={() => place({ definition: withRetrigger(definition, path), path })}>
                <Trans>Start again with each report</Trans>
              </RemedyButton>
            )}
          </Item>
        ))}
        {check?.already_true.map(({ path }) => (
          <Item key={path} tone="info">
            {t`${{ part: partTextAt(definition, path, wording) }}: already true. It must become false first.`}
          </Item>
        ))}
        {[...Map.groupBy(check?.also_set_by ?? [], ({ automation }) => automation)].map(
          ([automation, [first]]) => (
            <AlsoSetBy key={automation} id={automation} label={first?.label ?? ''} />
          ),
        )}
        {check && problems.length === 0 && <Item tone="good">{t`No problem found, and no loop.`}</Item>}
      </ul>
      <Suspense>
        {placeless !== undefined && (
          <PlaceSheet onClose={() => setPlaceless(undefined)} onSaved={() => close(placeless)} />
        )}
      </Suspense>
    </section>
  );
}

/** Names another automation that sets the same, and which of the two decides last, which can be changed. */
function AlsoSetBy({ id, label }: { id: string; label: string }) {
  const { automationId } = useEditor();
  const { client } = useSession();
  const { data } = useQuery(automationsQuery(client));
  const order = (data?.elements ?? []).map((each) => each.id);
  const [own, other] = [order.indexOf(automationId ?? ''), order.indexOf(id)];
  const isKnown = own >= 0 && other >= 0;
  const change = useChangeAutomations(() =>
    client.automations.reorder({ order: swapped(order, own, other) }),
  );
  return (
    <Item tone="warn">
      <Trans>
        Also set by{' '}
        <Link to="/automations/$automationId" params={{ automationId: id }}>
          {label}
        </Link>
        .
      </Trans>{' '}
      {!isKnown && t`If both act at once, the later one in the list has the last word.`}
      {isKnown && own > other && t`If both act at once, this one has the last word.`}
      {isKnown && own < other && t`If both act at once, that one has the last word.`}
      {isKnown && (
        <button type="button" disabled={change.isPending} onClick={() => change.mutate(undefined)}>
          <Trans>Change the order</Trans>
        </button>
      )}
    </Item>
  );
}

/** Returns a list in which two have each other's place. */
const swapped = (ids: readonly string[], one: number, other: number): string[] =>
  ids.map((id, index) => (index === one ? ids[other] : index === other ? ids[one] : undefined) ?? id);

type Tone = 'good' | 'warn' | 'bad' | 'info';

function Item({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = tone === 'good' ? IconCheck : tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <li data-tone={tone}>
      <Icon size={18} aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}
