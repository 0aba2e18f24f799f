import { brightnessAt, type Dimmer, percentOf, type RenderedTile } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import type { TileNote } from '../../../tiles/tile-note.ts';
import { IDLE, type WriteStatus } from '../../../tiles/write-status.ts';
import type { LiveHome } from '../../data/live/live-home.ts';
import type { GroupTile } from './lamp-groups.ts';
import type { TileSnapshot } from './tile-reader.ts';

/** Returns what the tile of a group shows, from what the tiles of its lamps would. */
export type GroupSnapshot = Omit<TileSnapshot, 'now'> & { readonly note: TileNote | undefined };

type Member = { readonly channel: string; readonly label: string; readonly snapshot: TileSnapshot };

/** The tile's own switch and level, which represent those of its lamps. */
const WRITE = { component: '', property: '', on: true, off: false } as const;

const isOn = ({ snapshot }: Member): boolean => snapshot.tile.toggle?.state === 'on';
const isAway = ({ snapshot }: Member): boolean =>
  snapshot.isSilent || snapshot.tile.condition?.kind === 'unreachable';

export const membersOf = ({ lamps }: GroupTile, snapshots: readonly TileSnapshot[]): readonly Member[] =>
  lamps.flatMap(({ channel, label }, index) => {
    const snapshot = snapshots[index];
    return snapshot ? [{ channel, label, snapshot }] : [];
  });

export function snapshotOfGroup({ id, label }: GroupTile, members: readonly Member[]): GroupSnapshot {
  const known = members.filter(({ snapshot }) => snapshot.tile.toggle !== undefined);
  const lit = known.filter(isOn);
  const light = lightOf(lit);
  const total = members.length;
  const tile: RenderedTile = {
    id,
    label,
    slots: [],
    severity: 'normal',
    isPressable: true,
    state: known.length === 0 ? [] : stateOf(lit.length, total, light?.level),
    ...(known.length > 0 && {
      toggle: { label, state: lit.length > 0 ? 'on' : 'off', icon: 'on_off', write: WRITE },
    }),
    ...(light && { light }),
  };
  return {
    tile,
    status: statusOf(members),
    isSilent: total > 0 && members.every(isAway),
    note: noteOf(members),
  };
}

function stateOf(on: number, total: number, level: number | undefined): readonly string[] {
  if (on === 0) return [t`Off`];
  const word = on === total ? t`On` : t`${{ on }} of ${{ total }} on`;
  return level === undefined ? [word] : [word, `${percentOf(level)} %`];
}

/** Returns the mean light of those that are on. Its colour is theirs if it is one. */
function lightOf(lit: readonly Member[]): RenderedTile['light'] {
  const lights = lit.flatMap(({ snapshot }) => snapshot.tile.light ?? []);
  const levels = lights.flatMap(({ level }) => level ?? []);
  const colors = new Set(lights.map(({ color }) => color));
  const [color] = colors;
  const dimmers = lights.flatMap(({ dimmer }) => dimmer ?? []);
  if (lights.length === 0) return undefined;
  return {
    ...(levels.length > 0 && { level: levels.reduce((sum, each) => sum + each, 0) / levels.length }),
    ...(colors.size === 1 && color !== undefined && { color }),
    ...(dimmers.length > 0 && { dimmer: sharedDimmer(dimmers) }),
  };
}

/** Returns a dimmer in percent, which is as slow as the slowest of them. */
function sharedDimmer(dimmers: readonly Dimmer[]): Dimmer {
  const limits = dimmers.map(({ rateLimit }) => rateLimit).filter((limit) => limit > 0);
  const rateLimit = limits.length > 0 ? Math.min(...limits) : 0;
  return { component: '', property: '', min: 1, max: 100, step: 1, rateLimit };
}

/** Returns `pending` as long as one member is; otherwise `failed` if one has failed. */
function statusOf(members: readonly Member[]): WriteStatus {
  const pending = members.find(({ snapshot }) => snapshot.status.state === 'pending');
  if (pending?.snapshot.status.state === 'pending') {
    const { data } = pending.snapshot.status;
    const write = pending.snapshot.tile.toggle?.write;
    return { state: 'pending', data: data === write?.on ? true : data === write?.off ? false : data };
  }
  return members.map(({ snapshot }) => snapshot.status).find((status) => 'text' in status) ?? IDLE;
}

/** Returns how many failed, or do not answer, when not all of them are still to be waited for. */
function noteOf(members: readonly Member[]): TileNote | undefined {
  if (members.some(({ snapshot }) => snapshot.status.state === 'pending')) return undefined;
  const total = members.length;
  const failed = members.flatMap(({ label, snapshot: { status } }) =>
    'text' in status ? [{ label, text: status.text, state: status.state }] : [],
  );
  if (failed.length > 0) {
    const count = failed.length;
    const title = failed.map(({ label, text }) => `${label}: ${text}`).join(', ');
    if (failed.every(({ state }) => state === 'unanswered'))
      return { tone: 'failed', text: t`${{ count }} of ${{ total }} did not answer`, title };
    if (failed.every(({ state }) => state === 'refused'))
      return { tone: 'failed', text: t`${{ count }} of ${{ total }} refused`, title };
    return { tone: 'failed', text: t`${{ count }} of ${{ total }} failed`, title };
  }
  const away = members.filter(isAway);
  const count = away.length;
  if (count === 0 || count === total) return undefined;
  const title = away.map(({ label }) => label).join(', ');
  return { tone: 'quiet', text: t`${{ count }} of ${{ total }}: no answer`, title };
}

type Write = LiveHome['writes']['write'];

/** Turns all lamps on, or all lamps off. */
export function turnAll(members: readonly Member[], on: boolean, write: Write): void {
  for (const member of members) {
    const toggle = member.snapshot.tile.toggle;
    if (!toggle || isOn(member) === on) continue;
    const { component, property } = toggle.write;
    write({ channel: member.channel, component, property }, on ? toggle.write.on : toggle.write.off);
  }
}

/** Dims the lamps that are on, each on its own scale. `level` is 0 to 1. */
export function dimAll(members: readonly Member[], level: number, write: Write): void {
  for (const member of members) {
    const dimmer = member.snapshot.tile.light?.dimmer;
    if (!dimmer || !isOn(member)) continue;
    const { component, property } = dimmer;
    write({ channel: member.channel, component, property }, brightnessAt(level, dimmer));
  }
}
