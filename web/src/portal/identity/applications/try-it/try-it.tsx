import type { PortalApplicationDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Code, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../../../design/code-block.tsx';
import { CopyField } from '../../../../design/copy-field.tsx';
import { listQuery } from '../../../devices/templates/data/queries.ts';
import { usePortal } from '../../../session/portal.ts';
import { Section } from '../../../ui/section.tsx';
import { optionsQuery } from '../data/queries.ts';
import { curlLines } from './curl.ts';
import { type Example, LAMP } from './example.ts';
import { javascriptLines } from './javascript.ts';
import { pythonLines } from './python.ts';

const languages = () => [
  { name: 'curl', lines: curlLines, text: t`In any shell.` },
  {
    name: t`JavaScript`,
    lines: javascriptLines,
    text: t`Install the SDK in an empty folder (npm install ./azulejo-sdk-VERSION.tgz; in a checkout, npm run package:sdk makes this file). Save this as try-it.mjs there, and run node try-it.mjs.`,
  },
  { name: t`Python`, lines: pythonLines, text: t`Python 3, no packages needed.` },
];

type Props = { application: PortalApplicationDetail; secret: string | undefined };

/** Examples that run unchanged, with the values of this application. */
export function TryIt({ application, secret }: Props) {
  const portal = usePortal();
  const options = useQuery(optionsQuery(portal));
  const { http: api = window.location.origin, mqtt = [] } = options.data?.endpoints ?? {};
  const example: Example = {
    type: application.type,
    clientId: application.client_id,
    api,
    secret,
    userId: application.example_user_id ?? t`the id of a user`,
  };
  return (
    <Section title={t`Try it`} text={introductions()[application.type]}>
      <Note application={application} secret={secret} />
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List>
          {languages().map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages().map(({ name, lines, text }) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <Text size="sm" c="dimmed" mb="xs">
              {text}
            </Text>
            <CodeBlock code={lines(example)} label={t`lines for ${name}`} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <CopyField label={t`API`} value={api} />
      {mqtt.map((url) => (
        <CopyField key={url} label={url.startsWith('mqtts:') ? t`MQTT over TLS` : t`MQTT`} value={url} />
      ))}
    </Section>
  );
}

const introductions = (): Readonly<Record<Example['type'], string>> => ({
  mobile: t`Signs up a user, signs in, reads the tiles of the home and switches a lamp.`,
  manager: t`Signs in as the manager, creates a channel for a lamp and reports that it is on.`,
  distributor: t`Signs in as the distributor and reads a user of an application that it works for.`,
});

/** Explains what is needed before the example works completely. */
function Note({ application, secret }: Props) {
  const portal = usePortal();
  const isUnassigned = application.type === 'manager' && !application.templates.some(isLamp);
  const templates = useQuery({ ...listQuery(portal), enabled: isUnassigned });
  const lamp = templates.data?.templates.find(isLamp)?.name ?? LAMP.template;
  const notes: ReactNode[] = [];
  if (application.type === 'mobile')
    notes.push(
      <Trans>
        A new user has no devices. Run it once, give the user a lamp in{' '}
        <Anchor component={Link} to="/virtual-devices" underline="always">
          Virtual devices
        </Anchor>
        , and run it again.
      </Trans>,
    );
  if (application.type === 'distributor' && application.example_user_id === null)
    notes.push(
      t`It cannot access any users yet. Under “Works for”, link it to an application that has users.`,
    );
  if (isUnassigned)
    notes.push(
      t`These commands create a channel from the template “${lamp}”: assign that template under Templates first.`,
    );
  if (application.type !== 'mobile' && secret === undefined)
    notes.push(
      <Trans>
        Set <Code>CLIENT_SECRET</Code> first: <Code>export CLIENT_SECRET=azs_…</Code>
      </Trans>,
    );
  return notes.map((note, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order
    <Text key={index} size="sm">
      {note}
    </Text>
  ));
}

const isLamp = ({ id }: { id: string }): boolean => id === LAMP.template;
