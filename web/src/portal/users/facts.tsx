import type { PortalUserDetails } from '@azulejo/contract';
import type { ReactNode } from 'react';
import { CopyField } from '../../design/copy-field.tsx';
import { When } from '../../design/when.tsx';
import { Section } from '../parts/section.tsx';
import classes from './facts.module.css';

/** The main facts about the user. */
export function Facts({ user }: { user: PortalUserDetails }) {
  const { counts } = user;
  const preferences = Object.entries(user.preferences);
  return (
    <Section title="About">
      <dl className={classes.facts}>
        <Fact label="Last seen">{user.last_seen === null ? 'Never' : <When at={user.last_seen} />}</Fact>
        <Fact label="Created">
          <When at={user.created} />
        </Fact>
        <Fact label={user.state === 'active' ? 'Active since' : 'Disabled'}>
          <When at={user.state_since} />
        </Fact>
        <Fact label="Devices">{counts.channels.toLocaleString()}</Fact>
        <Fact label="Tiles">{counts.tiles.toLocaleString()}</Fact>
        <Fact label="Areas and groups">{counts.groups.toLocaleString()}</Fact>
        <Fact label="Places">{counts.places.toLocaleString()}</Fact>
        <Fact label="Services">{counts.services.toLocaleString()}</Fact>
      </dl>
      <CopyField label="User ID" value={user.id} />
      {preferences.length > 0 && (
        <dl className={classes.facts} aria-label="Preferences">
          {preferences.map(([name, value]) => (
            <Fact key={name} label={wordsOf(name)}>
              {typeof value === 'object' ? JSON.stringify(value) : String(value)}
            </Fact>
          ))}
        </dl>
      )}
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}

/** Returns a readable name, for example of `hour_format`. */
const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
