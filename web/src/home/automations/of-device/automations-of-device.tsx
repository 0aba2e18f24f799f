import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconRoute } from '../../../design/icons.generated.ts';
import { isHiddenPage } from '../../kiosk/kiosk.ts';
import { Switch } from '../../parts/switch.tsx';
import { useSession } from '../../session/session.ts';
import { agentsQuery } from '../data/agents-query.ts';
import { useSwitchAgent } from '../data/use-agents.ts';
import classes from './automations-of-device.module.css';
import { type DeviceUse, deviceUseOf } from './device-use.ts';

type Props = { channelId: string };

/** The automations that read or set a device, and the way to make another one. Wall tablets have none of them. */
export function AutomationsOfDevice({ channelId }: Props) {
  if (isHiddenPage('/automations')) return null;
  return <Section channelId={channelId} />;
}

function Section({ channelId }: Props) {
  const { client } = useSession();
  const { data } = useQuery(agentsQuery(client));
  const found = (data?.elements ?? []).flatMap((agent) => {
    const use = deviceUseOf(agent.definition, channelId);
    return use ? [{ ...agent, use }] : [];
  });
  return (
    <section className={classes.card} aria-labelledby="automations-of-device">
      <h2 id="automations-of-device">
        <Trans>Automations</Trans>
      </h2>
      {found.length > 0 && (
        <ul>
          {found.map(({ id, definition, enabled, use }) => (
            <Row key={id} id={id} label={definition.label} isOn={enabled} use={use} />
          ))}
        </ul>
      )}
      <Link to="/automations/new" search={{ device: channelId }} className={classes.make}>
        <IconRoute size={20} stroke={1.6} aria-hidden="true" />
        <Trans>Make this automatic</Trans>
      </Link>
    </section>
  );
}

type RowProps = { id: string; label: string; isOn: boolean; use: DeviceUse };

function Row({ id, label, isOn, use }: RowProps) {
  const switchTo = useSwitchAgent(id);
  return (
    <li>
      <div>
        <Link to="/automations/$agentId" params={{ agentId: id }}>
          {label}
        </Link>
        <small>{useText(use)}</small>
      </div>
      <Switch isOn={isOn} label={label} onChange={switchTo} />
    </li>
  );
}

function useText(use: DeviceUse): string {
  if (use === 'both') return t`Reads and sets it`;
  return use === 'sets' ? t`Sets it` : t`Reads it`;
}
