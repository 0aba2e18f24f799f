import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Unanswered, Unread } from '../../../bridges/findings.tsx';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { Section } from '../../ui/section.tsx';
import { findingsQuery } from './queries.ts';

/** Shows what a bridge could not read, and which requests were not answered. */
export function BridgeFindings({ bridgeId }: { bridgeId: string }) {
  const portal = usePortal();
  const found = useQuery(findingsQuery(portal, bridgeId));
  return (
    <>
      <Section
        title={t`What could not be read`}
        text={t`The devices and parts of devices that this bridge leaves out.`}
      >
        {found.isPending && <LoadingState />}
        {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {found.data && <Unread findings={found.data} />}
      </Section>
      {found.data && found.data.unanswered.length > 0 && (
        <Section
          title={t`Not answered`}
          text={t`What Zigbee2MQTT was asked, and has not answered. Look whether it runs, and at its log.`}
        >
          <Unanswered requests={found.data.unanswered} />
        </Section>
      )}
    </>
  );
}
