import type { SentUnits, UnitPlaces, WorkerKind, WorkerUnit, WorkerUnits } from '../unit.ts';

/** Simulates how both apps change the units of an edited automation (android-app 6.2, ios-app 6.1, 6.2). */

export const places: UnitPlaces = {
  context: 'ctx',
  ofDevice: () => ({ component: 'part', property: 'state' }),
};

type Members = Record<string, unknown>;
export const rulesOf = (units: readonly WorkerUnit[]): Members[] =>
  units.map(({ rule }) => JSON.parse(rule) as Members);

/** The unit as the server sends it, with members that an app may not know. */
const onWire = ({ rule, ...unit }: WorkerUnit): Members => ({
  ...unit,
  profile: 'template',
  label: 'Motion becomes seen',
  photoUrl: 'https://example.org/a.png',
  choices: [{ id: 'azulejo-1', extra: null, choice: { rule, fence: { latitude: 38.7, radius: 0.15 } } }],
  isNew: true,
});

const read = (unit: Members) => ({
  channel: String(unit['channel']),
  component: String(unit['component']),
  rule: (unit['choices'] as [{ choice: { rule?: unknown } }])[0].choice.rule,
});

const each = (units: WorkerUnits, of: (kind: WorkerKind, units: Members[]) => Members[]): SentUnits => ({
  triggers: of('triggers', units.triggers.map(onWire)).map(read),
  states: of('states', units.states.map(onWire)).map(read),
  actions: of('actions', units.actions.map(onWire)).map(read),
});

/** Gson keeps the members of its class, without those that are null. An edit sends five of them. */
export const mangledByAndroid = (units: WorkerUnits): SentUnits =>
  each(units, (_kind, list) =>
    list.map(({ profile, channel, component, label, choices }) =>
      JSON.parse(
        JSON.stringify({ profile, channel, component, label, choices }, (_key, value: unknown) =>
          value === null ? undefined : value,
        ),
      ),
    ),
  );

const deviceOf = ({ channel, component }: Members) => JSON.stringify([channel, component]);

/** Numbers get 17 digits; rules are sorted by their device, and only the first device of the triggers is kept. */
export const mangledByIos = (units: WorkerUnits): SentUnits =>
  each(units, (kind, list) => {
    const byDevice = [...Map.groupBy(list, deviceOf).values()];
    const kept = kind === 'triggers' ? byDevice.slice(0, 1) : byDevice;
    return kept.flat().map((unit) => JSON.parse(withLongNumbers(JSON.stringify(unit))) as Members);
  });

/** Rewrites numbers outside of texts, as NSJSONSerialization does. */
const withLongNumbers = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+\.\d+/g, (token) =>
    token.startsWith('"') ? token : Number(token).toPrecision(17),
  );
