import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '../../../design/copy-button.tsx';
import { IconChevronRight } from '../../../design/icons.generated.ts';
import { IconInfoCircle } from '../../../design/page-icons.generated.ts';
import { useSession } from '../../data/session/session.ts';
import type { Device } from '../../devices/tiles/use-device.ts';
import classes from './device.module.css';

/** Shows technical details, such as maker, model and ids. */
export function DetailsSection({ device }: { device: Device }) {
  const { client } = useSession();
  const { channel } = device;
  const [isOpen, setIsOpen] = useState(false);
  const template = useQuery({
    queryKey: ['template', channel.profileId],
    queryFn: () => client.templates.get({ template_id: channel.profileId }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { vendor, model, name } = template.data ?? {};
  return (
    <details className={classes.fold} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <IconInfoCircle size={20} stroke={1.7} aria-hidden="true" />
        <Trans>About this device</Trans>
        <IconChevronRight size={18} aria-hidden="true" />
      </summary>
      <dl className={classes.details}>
        <Fact name={t`Product`} text={name} />
        <Fact name={t`Maker`} text={vendor} />
        <Fact name={t`Model`} text={model} />
        <Fact name={t`Device id`} text={channel.id} canCopy />
        <Fact name={t`Template id`} text={channel.profileId} canCopy />
        {channel.components.map(({ id, label }) => (
          <Fact key={id} name={t`Component “${{ name: label || id }}”`} text={id} canCopy />
        ))}
      </dl>
    </details>
  );
}

function Fact({
  name,
  text,
  canCopy = false,
}: {
  name: string;
  text: string | undefined;
  canCopy?: boolean;
}) {
  if (!text) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span data-code={canCopy}>{text}</span>
        {canCopy && <CopyButton value={text} label={name} />}
      </dd>
    </div>
  );
}
