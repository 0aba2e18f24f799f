import type { Automation } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconRoute } from '../../../../design/icons.generated.ts';
import { useSession } from '../../../data/session/session.ts';
import card from '../../../kit/ui/card.module.css';
import { isHiddenPage } from '../../../tablet/wall-tablet/wall-tablet.ts';
import { automationsQuery } from '../data/automations-query.ts';
import { AutomationSwitch } from '../parts/automation-switch.tsx';
import { ReplaceButton } from '../replacing/replace-button.tsx';
import classes from './automations-of-device.module.css';
import { type DeviceUse, deviceUseOf } from './device-use.ts';

type Props = { channelId: string };

/**
 * Lists the automations that read or set a device, and offers to create another one. Wall tablets do not show
 * them.
 */
export function AutomationsOfDevice({ channelId }: Props) {
  if (isHiddenPage('/automations')) return null;
  return <Section channelId={channelId} />;
}

function Section({ channelId }: Props) {
  const { client } = useSession();
  const { data } = useQuery(automationsQuery(client));
  const found = (data?.elements ?? []).flatMap((automation) => {
    const use = deviceUseOf(automation.definition, channelId);
    return use ? [{ automation, use }] : [];
  });
  return (
    <section className={`${card.card} ${classes.list}`} aria-labelledby="automations-of-device">
      <h2 id="automations-of-device">
        <Trans>Automations</Trans>
      </h2>
      {found.length > 0 && (
        <ul>
          {found.map(({ automation, use }) => (
            <Row key={automation.id} automation={automation} use={use} />
          ))}
        </ul>
      )}
      <Link to="/automations/new" search={{ device: channelId }} className={classes.make}>
        <IconRoute size={20} stroke={1.6} aria-hidden="true" />
        <Trans>Make this automatic</Trans>
      </Link>
      {found.length > 0 && <ReplaceButton channelId={channelId} />}
    </section>
  );
}

function Row({ automation, use }: { automation: Automation; use: DeviceUse }) {
  return (
    <li>
      <div>
        <Link to="/automations/$automationId" params={{ automationId: automation.id }}>
          {automation.definition.label}
        </Link>
        <small>{useText(use)}</small>
      </div>
      <AutomationSwitch automation={automation} />
    </li>
  );
}

function useText(use: DeviceUse): string {
  if (use === 'both') return t`Reads and sets it`;
  return use === 'sets' ? t`Sets it` : t`Reads it`;
}
