import type { ChannelTemplate, Energy } from '@azulejo/contract';
import { HOUR, heldSince } from './history-scene.ts';
import { panelTemplate } from './panel-template.ts';
import { newApplication, newPerson, type Person } from './people.ts';
import { readJson } from './replies.ts';
import type { Stage } from './scene.ts';
import { templateProperty } from './template-property.ts';

export type EnergyKind = 'meter' | 'plug' | 'solar';

const units = (vendorUnit: string) => ({
  unitsOptions: { vendorUnit, targetMetric: vendorUnit, targetImperial: vendorUnit },
});
const counter = (name: string, type: string, vendorUnit: string) =>
  templateProperty(name, {
    components: [type],
    classes: [`com.muzzley.properties.electricity.${name}`],
    io: 'rs',
    ...units(vendorUnit),
  });

/** Devices with one component `main`: a meter in kWh, a plug in Wh, and solar panels in MWh. */
const templates: Record<EnergyKind, ChannelTemplate> = {
  meter: template('8a52c2b1-1111-4f0a-9c1e-000000000001', 'meter', counter('energy', 'meter', 'kph')),
  plug: template('8a52c2b1-1111-4f0a-9c1e-000000000002', 'plug', counter('energy', 'plug', 'watthour')),
  solar: template(
    '8a52c2b1-1111-4f0a-9c1e-000000000003',
    'meter',
    counter('produced-energy', 'meter', 'megawatthour'),
  ),
};

function template(
  id: string,
  type: string,
  property: ChannelTemplate['properties'][number],
): ChannelTemplate {
  return {
    ...panelTemplate,
    id,
    components: [{ id: 'main', type, label: 'Main', classes: [] }],
    properties: [property],
    tiles: [{ label: '', components: ['main'], information: [], actions: [], isGroupable: false }],
  };
}

/** Values by their time. */
export type CounterValues = readonly (readonly [time: number, value: number])[];
type Query = Readonly<Record<string, string | number>>;

/** Creates people whose devices count energy, with a past that tests write. */
export async function setUpEnergy({ start, openDatabase }: Stage) {
  const platform = await start();
  const db = await openDatabase();
  const { features } = platform.server;
  const application = await newApplication(platform);

  const ask = (token: string, query: Query = {}, userId = 'me') => {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return platform.request(`/v3/users/${userId}/energy?${text}`, { token });
  };

  return {
    platform,
    db,
    application,
    newPerson: () => newPerson(platform, application),
    ask,
    read: async (token: string, query: Query = {}): Promise<Energy> =>
      readJson<Energy>(await ask(token, query)),
    /** Sets preferences as an app does. */
    prefer: (token: string, preferences: object) =>
      platform.request('/v3/users/me/preferences', {
        method: 'PATCH',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(preferences),
      }),
    /** Adds a device with values of the past. The person's access began an hour before the first, if not given. */
    async newCounter(person: Person, kind: EnergyKind, values: CounterValues, since?: number) {
      const property = kind === 'solar' ? 'produced-energy' : 'energy';
      return newDevice(person, templates[kind], { [property]: values }, since);
    },
    newDevice,
  };

  /** Adds a device with one component, with values of the past by property. */
  async function newDevice(
    person: Person,
    template: ChannelTemplate,
    counted: Readonly<Record<string, CounterValues>>,
    since?: number,
  ) {
    await features.templates.import([template], { areTrusted: false });
    const { channel } = await features.homes.addDevice({
      userId: person.id,
      templateId: template.id,
      name: template.name,
    });
    const componentId = template.components[0]?.id ?? '';
    for (const [propertyId, values] of Object.entries(counted)) {
      const address = { channelId: channel.id, componentId, propertyId };
      const [series = 0] = await features.history.seriesOf([address]);
      const points = values.map(([time, data]) => ({ series, time, data }));
      await heldSince(db, channel.id, since ?? (values[0]?.[0] ?? 0) - HOUR);
      for (let first = 0; first < points.length; first += 2_000)
        await db.unit(features.history.append(points.slice(first, first + 2_000)));
    }
    return channel.id;
  }
}
