import type { PortalManagerDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, Text } from '@mantine/core';
import { When } from '../../../design/when.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './managers.module.css';

/** Lists the refused templates of a manager, each with the reasons. */
export function RefusedTemplates({ templates }: { templates: PortalManagerDetail['refused_templates'] }) {
  if (templates.length === 0) return null;
  return (
    <Section
      title={t`Refused templates`}
      text={t`Since the server started, the manager could not store these, because they have errors. Its devices of these kinds cannot be added until it stores them without errors.`}
    >
      <ul className={classes.list}>
        {templates.map(({ id, time, errors }) => (
          <li key={id} className={classes.entry}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {id === '' ? t`A template without an ID` : id}
            </Text>
            <Text size="sm" c="dimmed">
              <Trans>
                Refused <When at={time} />
              </Trans>
            </Text>
            <ul className={classes.errors}>
              {errors.map(({ field, reason }) => (
                <li key={`${field} ${reason}`}>
                  <Code>{field}</Code> {reason}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}
