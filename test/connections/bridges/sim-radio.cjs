/**
 * A simulated Zigbee radio for an unmodified Zigbee2MQTT, which is started with `node --require sim-radio.cjs`.
 * It replaces `Adapter.create` of zigbee-herdsman by an adapter whose devices answer ZDO and ZCL requests.
 *
 * `SIM_NETWORK` names a file of JSON: a list of `{ ieeeAddr, nwkAddr, type, modelId, manufName, powerSource,
 * endpoints: [{ id, deviceId, in, out }], reports }`; `reports` are the clusters that its definition understands. On the port `SIM_PORT` of 127.0.0.1, each line is a command
 * in JSON, and is answered by a line:
 * - `report`: attributes of a cluster, e.g. `{ do: 'report', ieeeAddr, endpoint, cluster, attributes }`
 * - `press`: a command of a cluster, e.g. `{ do: 'press', ieeeAddr, endpoint, cluster, command, payload }`
 * - `notify`: a command of Green Power, e.g. `{ do: 'notify', ieeeAddr, commandId }`
 * - `offline` and `online`: whether the device answers
 * - `join` and `leave`
 * - `load`: `{ do: 'load', count, perSecond, seed }` lets the devices report in turn, and is answered at the end
 */
const { EventEmitter, once } = require('node:events');
const { readFileSync } = require('node:fs');
const { createServer } = require('node:net');
const { createRequire } = require('node:module');
const { createInterface } = require('node:readline');
const { load } = require('./sim-load.cjs');

// The packages of the program that is started, whose main file is its argument.
const required = createRequire(process.argv[1]);
const { Adapter } = required('zigbee-herdsman/dist/adapter/adapter.js');
const Zcl = required('zigbee-herdsman/dist/zspec/zcl/index.js');
const Zdo = required('zigbee-herdsman/dist/zspec/zdo/index.js');

const COORDINATOR = '0x00124b00deadbeef';
const MANUFACTURER = 0x1037;
const RESPONSE_BIT = 0x8000;
const devices = new Map(
  JSON.parse(readFileSync(process.env.SIM_NETWORK, 'utf8')).map((device) => [
    device.ieeeAddr,
    { ...device, isOnline: true, values: new Map() },
  ]),
);

const valueKey = (endpoint, cluster, attribute) => `${endpoint}/${cluster}/${attribute}`;

/** What the interview asks; the other attributes have values once they were written or reported. */
function basicValue(device, name) {
  const { modelId, manufName, powerSource } = device;
  return {
    modelId,
    manufacturerName: manufName,
    powerSource: powerSource.startsWith('Mains') ? 1 : 3,
    zclVersion: 3,
  }[name];
}

function readAttribute(device, endpoint, cluster, id) {
  const attribute = Zcl.Utils.getClusterAttribute(cluster, id, undefined);
  const stored = attribute && device.values.get(valueKey(endpoint, cluster.name, attribute.name));
  const value =
    stored ?? (attribute && cluster.name === 'genBasic' ? basicValue(device, attribute.name) : undefined);
  if (value !== undefined) return { attrId: id, status: 0, dataType: attribute.type, attrData: value };
  return { attrId: id, status: Zcl.Status.UNSUPPORTED_ATTRIBUTE };
}

/** The attributes that a device has after a command: by cluster, or by cluster and command. */
const EFFECTS = {
  'genOnOff.on': () => ({ onOff: 1 }),
  'genOnOff.off': () => ({ onOff: 0 }),
  genLevelCtrl: ({ level }) => ({ currentLevel: level }),
  lightingColorCtrl: ({ colortemp, colorx, colory, hue, enhancehue, saturation }) => ({
    colorTemperature: colortemp,
    currentX: colorx,
    currentY: colory,
    currentHue: hue,
    enhancedCurrentHue: enhancehue,
    currentSaturation: saturation,
  }),
  closuresWindowCovering: ({ percentageliftvalue }, command) => ({
    currentPositionLiftPercentage: { upOpen: 0, downClose: 100 }[command] ?? percentageliftvalue,
  }),
  'closuresDoorLock.lockDoor': () => ({ lockState: 1 }),
  'closuresDoorLock.unlockDoor': () => ({ lockState: 2 }),
};

/** Clusters whose devices say when they have done it: a bolt moves for seconds. */
const REPORTS_CHANGES = new Set(['closuresDoorLock']);

/** Returns the command and the payload with which a device answers a frame. */
function answerOf(device, endpoint, frame) {
  const { cluster, command, header, payload } = frame;
  if (header.isGlobal && command.name === 'read')
    return ['readRsp', payload.map(({ attrId }) => readAttribute(device, endpoint, cluster, attrId))];
  if (header.isGlobal && command.name === 'write') {
    for (const { attrId, attrData } of payload) {
      const attribute = Zcl.Utils.getClusterAttribute(cluster, attrId, undefined);
      if (attribute) device.values.set(valueKey(endpoint, cluster.name, attribute.name), attrData);
    }
    return ['writeRsp', [{ status: 0 }]];
  }
  if (header.isGlobal && command.name === 'configReport') return ['configReportRsp', [{ status: 0 }]];
  const effect = EFFECTS[`${cluster.name}.${command.name}`] ?? EFFECTS[cluster.name];
  for (const [name, value] of Object.entries(effect?.(payload, command.name) ?? {}))
    if (value !== undefined) device.values.set(valueKey(endpoint, cluster.name, name), value);
  if (effect && REPORTS_CHANGES.has(cluster.name))
    setImmediate(commands.report, device, {
      endpoint,
      cluster: cluster.name,
      attributes: effect(payload, command.name),
    });
  return ['defaultRsp', { cmdId: command.ID, statusCode: 0 }];
}

let sequence = 0;
let frameCounter = 0;

function received(device, endpoint, frame) {
  const data = frame.toBuffer();
  return {
    clusterID: frame.cluster.ID,
    address: device.nwkAddr,
    header: Zcl.Header.fromBuffer(data),
    data,
    endpoint,
    linkquality: device.linkquality ?? 120,
    groupID: 0,
    wasBroadcast: false,
    destinationEndpoint: 1,
  };
}

const fromDevice = (type, cluster, command, payload, transaction) =>
  Zcl.Frame.create(
    type,
    Zcl.Direction.SERVER_TO_CLIENT,
    true,
    undefined,
    transaction,
    command,
    cluster,
    payload,
    {},
  );

function zdoAnswer(device, clusterId, payload) {
  const nwkAddress = device?.nwkAddr ?? 0;
  const endpoints = device?.endpoints ?? [{ id: 1, deviceId: 5, in: [0], out: [] }];
  switch (clusterId) {
    case Zdo.ClusterId.NODE_DESCRIPTOR_REQUEST:
      return { nwkAddress, logicalType: device.type === 'Router' ? 1 : 2, manufacturerCode: MANUFACTURER };
    case Zdo.ClusterId.ACTIVE_ENDPOINTS_REQUEST:
      return { nwkAddress, endpointList: endpoints.map(({ id }) => id) };
    case Zdo.ClusterId.SIMPLE_DESCRIPTOR_REQUEST: {
      // The endpoint is the last byte (Zigbee R22 2.4.3.1.5).
      const found = endpoints.find(({ id }) => id === payload.at(-1)) ?? endpoints[0];
      const lists = { inClusterList: found.in, outClusterList: found.out };
      return {
        nwkAddress,
        endpoint: found.id,
        profileId: 260,
        deviceId: found.deviceId,
        deviceVersion: 1,
        ...lists,
      };
    }
    default:
      return undefined;
  }
}

class SimulatedRadio extends EventEmitter {
  hasZdoMessageOverhead = true;
  manufacturerID = 0;
  start = async () => 'resumed';
  stop = async () => {};
  reset = async () => {};
  getCoordinatorIEEE = async () => COORDINATOR;
  getCoordinatorVersion = async () => ({ type: 'simulated', meta: { revision: 1 } });
  supportsBackup = async () => false;
  getNetworkParameters = async () => ({
    panID: 6754,
    extendedPanID: '0xdddddddddddddddd',
    channel: 11,
    nwkUpdateID: 0,
  });
  addInstallCode = async () => {};
  permitJoin = async () => {};
  sendZclFrameToGroup = async () => {};
  sendZclFrameToAll = async () => {};
  waitFor = () => ({ promise: new Promise(() => {}), cancel: () => {} });

  async sendZdo(ieeeAddr, nwkAddr, clusterId, payload, disableResponse) {
    if (disableResponse) return undefined;
    const device = devices.get(ieeeAddr);
    if (device && !device.isOnline) throw new Error('Delivery failed: the device does not answer');
    const response = [0, zdoAnswer(device, clusterId, payload)];
    this.emit('zdoResponse', clusterId | RESPONSE_BIT, response);
    if (clusterId === Zdo.ClusterId.LEAVE_REQUEST)
      setImmediate(() => this.emit('deviceLeave', { ieeeAddr, networkAddress: nwkAddr }));
    return response;
  }

  async sendZclFrameToEndpoint(ieeeAddr, _nwkAddr, endpoint, frame, _timeout, disableResponse) {
    const device = devices.get(ieeeAddr);
    if (!device?.isOnline) throw new Error('Delivery failed: the device does not answer');
    const [command, payload] = answerOf(device, endpoint, frame);
    const needsAnswer = !disableResponse || !frame.header.frameControl.disableDefaultResponse;
    if (!needsAnswer) return undefined;
    const { transactionSequenceNumber } = frame.header;
    const answer = received(
      device,
      endpoint,
      fromDevice(0, frame.cluster, command, payload, transactionSequenceNumber),
    );
    // An answer is also a message of the device: with it, it was seen, and what it read is published.
    setImmediate(() => this.emit('zclPayload', answer));
    return answer;
  }
}

const radio = new SimulatedRadio();
Adapter.create = async () => radio;

function emitFrame(device, endpoint, type, cluster, command, payload) {
  sequence = (sequence + 1) % 256;
  radio.emit('zclPayload', received(device, endpoint, fromDevice(type, cluster, command, payload, sequence)));
}

const commands = {
  report(device, { endpoint = 1, cluster: name, attributes, linkquality }) {
    device.linkquality = linkquality ?? device.linkquality;
    const cluster = Zcl.Utils.getCluster(name);
    const payload = Object.entries(attributes).map(([key, attrData]) => {
      const { ID: attrId, type: dataType } = Zcl.Utils.getClusterAttribute(cluster, key, undefined);
      device.values.set(valueKey(endpoint, name, key), attrData);
      return { attrId, dataType, attrData };
    });
    emitFrame(device, endpoint, Zcl.FrameType.GLOBAL, cluster, 'report', payload);
  },
  press(device, { endpoint = 1, cluster: name, command, payload = {} }) {
    const cluster = Zcl.Utils.getCluster(name);
    const key = Zcl.Utils.getClusterCommand(cluster, command);
    sequence = (sequence + 1) % 256;
    // Buttons are clients of the cluster.
    const frame = Zcl.Frame.create(
      1,
      Zcl.Direction.CLIENT_TO_SERVER,
      true,
      undefined,
      sequence,
      key,
      cluster,
      payload,
      {},
    );
    radio.emit('zclPayload', received(device, endpoint, frame));
  },
  notify(device, { commandId }) {
    sequence = (sequence + 1) % 256;
    // A notification: header, options, source, frame counter, command, and no payload (Green Power A.3.3.4.1).
    const data = Buffer.alloc(15);
    data.writeUInt8(0x11, 0);
    data.writeUInt8(sequence, 1);
    data.writeUInt32LE(Number(BigInt(device.ieeeAddr)), 5);
    data.writeUInt32LE(++frameCounter, 9);
    data.writeUInt8(commandId, 13);
    const { ID: clusterID } = Zcl.Utils.getCluster('greenPower');
    const header = Zcl.Header.fromBuffer(data);
    const { nwkAddr: address, linkquality = 120 } = device;
    radio.emit('zclPayload', {
      ...{ clusterID, address, header, data, linkquality },
      ...{ endpoint: 242, groupID: 0, wasBroadcast: true, destinationEndpoint: 242 },
    });
  },
  offline(device) {
    device.isOnline = false;
  },
  online(device) {
    device.isOnline = true;
  },
  load: (_device, options) => load([...devices.values()], options, commands),
  join: ({ ieeeAddr, nwkAddr }) => radio.emit('deviceJoined', { ieeeAddr, networkAddress: nwkAddr }),
  leave: ({ ieeeAddr, nwkAddr }) => radio.emit('deviceLeave', { ieeeAddr, networkAddress: nwkAddr }),
};

const server = createServer(async (socket) => {
  socket.on('error', () => {});
  for await (const line of createInterface(socket)) {
    try {
      const { do: name, ...command } = JSON.parse(line);
      await commands[name](devices.get(command.ieeeAddr), command);
      socket.write('{"ok":true}\n');
    } catch (error) {
      socket.write(`${JSON.stringify({ error: error.message })}\n`);
    }
  }
}).listen(Number(process.env.SIM_PORT), '127.0.0.1');
server.unref();
void once(server, 'listening');
