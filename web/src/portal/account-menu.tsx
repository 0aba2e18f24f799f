import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  Avatar,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconChevronDown } from '../design/icons.generated.ts';
import { notify } from '../design/notify.ts';
import { IconLogout, IconUserCircle } from '../design/page-icons.generated.ts';
import classes from './account-menu.module.css';
import { usePortal } from './session/portal.ts';
import { goToSignIn, useSession } from './session/session.ts';

/** Shows the menu of the signed-in account: its settings, the colour scheme, and signing out. */
export function AccountMenu() {
  const portal = usePortal();
  const { account } = useSession();
  const signOut = useMutation({
    mutationFn: () => portal.session.signOut(),
    onSuccess: () => goToSignIn({ back: false }),
    onError: notify.failed,
  });
  return (
    <Menu position="bottom-end" width={248} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className="visually-hidden">
            <Trans>Account of</Trans>
          </span>
          <Avatar name={account.name} color="azul" size={30} aria-hidden />
          <Text size="sm" truncate className={classes.name}>
            {account.name}
          </Text>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text size="sm" fw={600} truncate>
            {account.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {account.email}
          </Text>
        </div>
        <Menu.Item
          leftSection={<IconUserCircle size={16} stroke={1.6} />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          <Trans>Your account</Trans>
        </Menu.Item>
        <Menu.Divider />
        <ColorSchemes />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} />}
          closeMenuOnClick={false}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes = () =>
  [
    { value: 'auto', label: t`As the system` },
    { value: 'light', label: t({ message: 'Light', context: 'theme' }) },
    { value: 'dark', label: t`Dark` },
  ] as const;

function ColorSchemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>
        <Trans>Appearance</Trans>
      </Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
        aria-label={t`Appearance`}
      >
        {schemes().map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
