import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Mark } from '../design/mark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { pageTitle, sections } from './pages.ts';
import { usePortalConnection } from './session/portal.ts';
import { goToSignIn, sessionQuery } from './session/session.ts';
import classes from './shell.module.css';

/** Frames every page behind the sign-in. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  useLeavingWithSession();
  const main = useFollowedPage();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#main" className={classes.skip}>
        <Trans>Skip to the page</Trans>
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t`Menu`}
              aria-expanded={isOpen}
              aria-controls="pages"
            />
            <Link to="/" className={classes.brand}>
              <Mark />
              <Text fw={700}>
                <Trans>Azulejo</Trans>
              </Text>
              <Text c="dimmed">
                <Trans>Portal</Trans>
              </Text>
            </Link>
          </Group>
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar id="pages" className={classes.navbar} p="sm" aria-label={t`Pages`}>
        <ScrollArea>
          <Sections onChosen={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} ref={main} className={classes.main}>
        <div className={classes.page}>
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function Sections({ onChosen }: { onChosen: () => void }) {
  return sections().map(({ title, items }) => (
    <div key={title} className={classes.section}>
      <Text className={classes.title}>{title}</Text>
      {items.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          renderRoot={(props) => (
            <Link
              to={to}
              activeOptions={{ exact: to === '/' }}
              activeProps={{ 'data-active': true }}
              {...props}
            />
          )}
          label={label}
          leftSection={<Icon size={18} stroke={1.6} />}
          className={classes.link}
          onClick={onChosen}
        />
      ))}
    </div>
  ));
}

/** Opens the sign-in page when the session ends anywhere, and returns here afterwards. */
function useLeavingWithSession(): void {
  const { portal, whenSessionEnds } = usePortalConnection();
  const { data: session } = useQuery(sessionQuery(portal));
  useEffect(() => {
    return whenSessionEnds(() => goToSignIn({ back: true }));
  }, [whenSessionEnds]);
  useEffect(() => {
    if (session === null) goToSignIn({ back: true });
  }, [session]);
}

/** Sets the window's title, and moves the focus to each new page. */
function useFollowedPage() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    document.title = t`${pageTitle(pathname)} · Azulejo Portal`;
    if (previous.current !== pathname) main.current?.focus({ preventScroll: true });
    previous.current = pathname;
  }, [pathname]);
  return main;
}
