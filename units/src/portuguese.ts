import { type ContractUnitKey, type UnitsTable, unitsTable } from './units-table.ts';

type Name = readonly [singular: string, plural: string];

/**
 * Names in European Portuguese, as the metrology institute writes them. A unit without a
 * plural in the table has none.
 */
const names: Readonly<Record<ContractUnitKey, Name>> = {
  celsius: ['grau Celsius', 'graus Celsius'],
  millimeter: ['milímetro', 'milímetros'],
  centimeter: ['centímetro', 'centímetros'],
  meter: ['metro', 'metros'],
  kilometer: ['quilómetro', 'quilómetros'],
  milligram: ['miligrama', 'miligramas'],
  gram: ['grama', 'gramas'],
  kilogram: ['quilograma', 'quilogramas'],
  milliliter: ['mililitro', 'mililitros'],
  liter: ['litro', 'litros'],
  lp100km: ['litro por 100 quilómetros', 'litros por 100 quilómetros'],
  kmpl: ['quilómetro por litro', 'quilómetros por litro'],
  mps: ['metro por segundo', 'metros por segundo'],
  kmph: ['quilómetro por hora', 'quilómetros por hora'],
  watt: ['watt', 'watts'],
  kilowatt: ['quilowatt', 'quilowatts'],
  mbar: ['milibar', 'milibares'],
  bar: ['bar', 'bares'],
  pascal: ['pascal', 'pascais'],
  volt: ['volt', 'volts'],
  ampere: ['ampere', 'amperes'],
  hertz: ['hertz', 'hertz'],
  kph: ['quilowatt-hora', 'quilowatts-hora'],
  fahrenheit: ['grau Fahrenheit', 'graus Fahrenheit'],
  inch: ['polegada', 'polegadas'],
  foot: ['pé', 'pés'],
  yard: ['jarda', 'jardas'],
  mile: ['milha', 'milhas'],
  grain: ['grão', 'grãos'],
  ounce: ['onça', 'onças'],
  pound: ['libra', 'libras'],
  gallon: ['galão', 'galões'],
  mpg: ['milha por galão', 'milhas por galão'],
  mpgus: ['milha por galão (EUA)', 'milhas por galão (EUA)'],
  fps: ['pé por segundo', 'pés por segundo'],
  mph: ['milha por hora', 'milhas por hora'],
  horsepower: ['cavalo-vapor', 'cavalos-vapor'],
  psi: ['libra por polegada quadrada', 'libras por polegada quadrada'],
  inhg: ['polegada de mercúrio', 'polegadas de mercúrio'],
  mmhg: ['milímetro de mercúrio', 'milímetros de mercúrio'],
  kelvin: ['kelvin', 'kelvins'],
  lux: ['lux', 'lux'],
  millisecond: ['milissegundo', 'milissegundos'],
  second: ['segundo', 'segundos'],
  hour: ['hora', 'horas'],
  minute: ['minuto', 'minutos'],
  lumen: ['lúmen', 'lúmenes'],
  rpm: ['rotação por minuto', 'rotações por minuto'],
  bpm: ['batimento por minuto', 'batimentos por minuto'],
  spo2: ['saturação de oxigénio', ''],
  ppm: ['parte por milhão', 'partes por milhão'],
  decibel: ['decibel', 'decibéis'],
  mgdl: ['miligrama por decilitro', 'miligramas por decilitro'],
  calorie: ['caloria', 'calorias'],
};

/** Returns the contract's own table with the names of its units in Portuguese. */
export function portugueseTable(): UnitsTable {
  const unitSpec = Object.entries(unitsTable.unitSpec).map(([key, spec]) => {
    const [singular, plural] = names[key as ContractUnitKey];
    return [key, { ...spec, name: { singular, plural } }] as const;
  });
  return { ...unitsTable, unitSpec: Object.fromEntries(unitSpec) };
}
