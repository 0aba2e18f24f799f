import { describeOutcome } from '@azulejo/automations/words/history';
import type { Automation, AutomationRun } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPlayerPlay } from '../../../design/icons.generated.ts';
import { notify } from '../../../design/notify.ts';
import { useSession } from '../../data/session/session.ts';
import { sentencesQuery } from './data/sentences-query.ts';
import { useChangeAutomations } from './data/use-automations.ts';
import { HISTORY } from './history/history-query.ts';

/** Runs an automation whatever its conditions are, and says how that went. */
export function RunNow({ automation: { id, enabled } }: { automation: Automation }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const run = useChangeAutomations(async () => {
    try {
      const { outcome } = (await client.automationRuns.play({
        automation_id: id,
        language: i18n.locale,
      })) as AutomationRun;
      await queries.invalidateQueries({ queryKey: [HISTORY] });
      const { history } = await queries.ensureQueryData(sentencesQuery());
      notify.done(t`Run now: ${{ outcome: describeOutcome(outcome, history) }}`);
    } catch (error) {
      notify.failed(error);
    }
  });
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={18} aria-hidden="true" />}
      disabled={!enabled}
      loading={run.isPending}
      onClick={() => run.mutate(undefined)}
    >
      <Trans>Run now</Trans>
    </Button>
  );
}
