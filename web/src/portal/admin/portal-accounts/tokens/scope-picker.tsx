import type { PortalScope } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, Stack, Text } from '@mantine/core';
import classes from './tokens.module.css';

const areas = (): readonly {
  area: string;
  label: string;
  text: string;
  scopes: readonly PortalScope[];
}[] => [
  {
    area: 'applications',
    label: t`Applications`,
    text: t`Settings, secrets and links`,
    scopes: ['applications:read', 'applications:write'],
  },
  {
    area: 'users',
    label: t`Users`,
    text: t`Accounts of people, and their data. Write is enough to take over any account, with a new password`,
    scopes: ['users:read', 'users:write'],
  },
  {
    area: 'templates',
    label: t`Templates`,
    text: t`Channel templates and their versions`,
    scopes: ['templates:read', 'templates:write'],
  },
  {
    area: 'devices',
    label: t`Devices`,
    text: t`Devices with credentials, and virtual ones`,
    scopes: ['devices:read', 'devices:write'],
  },
  {
    area: 'monitoring',
    label: t`Monitoring`,
    text: t`Health, messages and the audit log`,
    scopes: ['monitoring:read'],
  },
];

type Props = {
  value: readonly PortalScope[];
  error: unknown;
  onChange: (scopes: PortalScope[]) => void;
};

/** Chooses for each area whether the token may read, or also write, which includes reading. */
export function ScopePicker({ value, error, onChange }: Props) {
  const toggle = (scope: PortalScope, isChosen: boolean) => {
    const included = scope.replace(/:write$/, ':read');
    const others = value.filter((each) => each !== scope && each !== included);
    onChange(isChosen ? [...others, scope] : others);
  };
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        <Trans>What it may do</Trans>
      </Text>
      {areas().map(({ area, label, text, scopes }) => (
        <fieldset key={area} className={classes.area}>
          <legend className="visually-hidden">{label}</legend>
          <div>
            <Text size="sm" aria-hidden>
              {label}
            </Text>
            <Text size="xs" c="dimmed">
              {text}
            </Text>
          </div>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={scope.endsWith(':read') ? t`Read` : t`Write`}
              checked={value.includes(scope) || isIncluded(scope, value)}
              disabled={isIncluded(scope, value)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
      {typeof error === 'string' && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}

/** Returns whether the scope is to read what another chosen scope writes. */
const isIncluded = (scope: PortalScope, chosen: readonly PortalScope[]): boolean =>
  scope.endsWith(':read') && chosen.some((each) => each === scope.replace(/:read$/, ':write'));
