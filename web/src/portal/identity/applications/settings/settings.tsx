import type { PortalApplicationDetail, PortalApplicationOptions } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { usePortal } from '../../../session/portal.ts';
import { Section } from '../../../ui/section.tsx';
import { optionsQuery } from '../data/queries.ts';
import { SettingsForm } from './settings-form.tsx';

type Props = { application: PortalApplicationDetail; mayChange: boolean };

export function Settings({ application, mayChange }: Props) {
  const portal = usePortal();
  const options = useQuery(optionsQuery(portal));
  return (
    <Section title={t`Settings`}>
      {options.isPending && <LoadingState label={t`Loading the settings`} />}
      {options.isError && <ErrorState error={options.error} onRetry={() => void options.refetch()} />}
      {options.data && (
        <SettingsForm
          application={application}
          options={options.data as PortalApplicationOptions}
          mayChange={mayChange}
        />
      )}
    </Section>
  );
}
