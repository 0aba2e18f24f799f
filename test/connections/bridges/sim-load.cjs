/** The load of the simulated radio: what its devices report, in turn and always the same for a seed. */

/** Attributes that devices report under load, each with a value chosen by `random(limit)`. */
const REPORTS = {
  genOnOff: (random) => ({ onOff: random(2) }),
  genLevelCtrl: (random) => ({ currentLevel: 1 + random(254) }),
  genPowerCfg: (random) => ({ batteryPercentageRemaining: random(201) }),
  msTemperatureMeasurement: (random) => ({ measuredValue: random(4000) - 500 }),
  msRelativeHumidity: (random) => ({ measuredValue: random(10_000) }),
  msPressureMeasurement: (random) => ({ measuredValue: 950 + random(100) }),
  msIlluminanceMeasurement: (random) => ({ measuredValue: 1 + random(40_000) }),
  msOccupancySensing: (random) => ({ occupancy: random(2) }),
  closuresWindowCovering: (random) => ({ currentPositionLiftPercentage: random(101) }),
  closuresDoorLock: (random) => ({ lockState: 1 + random(2) }),
  hvacThermostat: (random) => ({
    localTemp: 1000 + random(2000),
    occupiedHeatingSetpoint: 500 + random(2500),
  }),
  haElectricalMeasurement: (random) => ({ activePower: random(3000) }),
  seMetering: (random) => ({ currentSummDelivered: random(1_000_000) }),
  // Zigbee2MQTT makes a colour temperature of 0 of some colours, which no light can have.
  lightingColorCtrl: (random) =>
    random(4) === 0
      ? { colorMode: 1, currentX: 39_321, currentY: 12_177 }
      : { colorMode: 2, colorTemperature: 150 + random(350) },
};

/** Commands of switches of Green Power, which report nothing. */
const COMMANDS = [0x10, 0x11, 0x12, 0x13, 0x14, 0x20, 0x21, 0x22, 0x62, 0x64];

/** The generator of Park and Miller, so that a seed always makes the same load. */
function randomOf(seed) {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

const clustersOf = ({ reports = [] }) => reports.filter((cluster) => cluster in REPORTS);

/** Each device reports once in every round, so that a round brings everything up to date. */
async function load(devices, { count, perSecond, seed = 1 }, { report, notify }) {
  const random = randomOf(seed);
  const isGreenPower = ({ type }) => type === 'GreenPower';
  const able = devices.filter((device) => isGreenPower(device) || clustersOf(device).length > 0);
  const started = performance.now();
  for (let number = 0; number < count; number += 1) {
    const due = started + (number * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const device = able[number % able.length];
    if (isGreenPower(device)) {
      notify(device, { commandId: COMMANDS[random(COMMANDS.length)] });
      continue;
    }
    const clusters = clustersOf(device);
    const cluster = clusters[random(clusters.length)];
    const linkquality = 20 + random(220);
    report(device, { cluster, attributes: REPORTS[cluster](random), linkquality });
  }
}

module.exports = { load };
