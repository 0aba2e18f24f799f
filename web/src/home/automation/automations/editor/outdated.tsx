import type { Automation } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormError } from '../../../../design/form-error.tsx';
import { useSession } from '../../../data/session/session.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { automationQuery } from '../data/automations-query.ts';
import { dayText } from '../day-text.ts';
import classes from './editor.module.css';

type Props = {
  id: string;
  /** Called with the current automation, to see that one. */
  onTheirs: (current: Automation) => void;
  /** Called with the current automation, to replace it. */
  onMine: (current: Automation) => void;
};

/** Says that another version has been saved since, and asks which of the two to keep. */
export function Outdated({ id, onTheirs, onMine }: Props) {
  const { client } = useSession();
  const reading = usePreferences();
  const { data, error } = useQuery({
    ...automationQuery(client, id),
    refetchOnMount: 'always',
    staleTime: 0,
  });
  return (
    <div className={classes.outdated} role="alert">
      <p>
        {data ? (
          <Trans>
            Version {data.version} was saved in the meantime: {dayText(data.updated, reading)}.
          </Trans>
        ) : (
          <Trans>Another version was saved in the meantime.</Trans>
        )}
      </p>
      {data && (
        <Group gap="xs">
          <Button variant="default" onClick={() => onTheirs(data)}>
            <Trans>See that version</Trans>
          </Button>
          <Button variant="default" onClick={() => onMine(data)}>
            {t`Save mine as version ${{ number: data.version + 1 }}`}
          </Button>
        </Group>
      )}
      <FormError error={error} />
    </div>
  );
}
