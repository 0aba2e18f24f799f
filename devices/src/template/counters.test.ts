import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterOf } from './counters.ts';

/** Names of counters in the languages of their makers, by what they count. */
const NAMES = {
  consumed:
    'Energy; Energía importada; kWh delivered to client; Energia prelevata; A+ Total; Energie Netzbezug; Zählerstand 1.8.0; From grid; Spotřeba; Förbrukning; Потребление; 用电量; Lifetime energy; Compressor energy; EVSE charge energy total',
  returned:
    'Energía devuelta a la red; kWh delivered by client; Énergie exportée; Energia immessa in rete; Active energy A-; Netzeinspeisung; Zählerstand 2.8.0; To grid; Dodávka do sítě; Inmatning; Eksporteret energi; Отдача в сеть; 売電; Visszatáplálás',
  produced:
    'Energia prodotta; Producción solar; Production PV; Energia wyprodukowana; Výroba; Produksjon; Tuotanto; Выработка; 発電量; Termelés; Wind turbine energy; Lifetime solar production',
};

for (const [kind, names] of Object.entries(NAMES))
  test(`counters of energy that is ${kind} are known by their names`, () => {
    for (const name of names.split('; ')) assert.equal(counterOf(name)?.kind, kind, name);
  });

test('counters of a part name it', () => {
  for (const [name, part] of [
    ['Electricity delivered tariff 1', 'tariff-1'],
    ['Energy (Phase A)', 'phase-a'],
    ['Off-peak consumption', 'off-peak'],
    ['Peak consumption', 'peak'],
    ['MPPT 1 yield total', 'mppt-1'],
    ['Index HC', 'hc'],
  ] as const)
    assert.equal(counterOf(name)?.part, part, name);
});

test('counters of a day, of self-consumption and of single devices are no counters of the home', () => {
  const others =
    'Energy today; Eigenverbrauch; Autoconsommation; Battery input energy; Charger session energy; Heat energy';
  for (const name of others.split('; ')) assert.equal(counterOf(name), undefined, name);
});
