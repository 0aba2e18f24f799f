/** Creates a device that answers every read with nothing, accepts every write, and has every cluster. */
export function createEntity(definition, endpointName) {
  const endpoints = new Map();
  const endpointAt = (id) => {
    if (!endpoints.has(id)) endpoints.set(id, createEndpoint(id, device));
    return endpoints.get(id);
  };
  const device = {
    ieeeAddr: '0x0011223344556677',
    modelID: definition.zigbeeModel?.[0] ?? definition.fingerprint?.[0]?.modelID ?? definition.model,
    manufacturerName: definition.fingerprint?.[0]?.manufacturerName ?? definition.vendor,
    manufacturerID: 4476,
    type: 'Router',
    powerSource: 'Mains (single phase)',
    applicationVersion: 1,
    softwareBuildID: '1.0.0',
    meta: { state: {} },
    endpoints: [],
    customClusters: {},
    isDeleted: false,
    save: () => undefined,
    addCustomCluster: () => undefined,
    getEndpoint: (id) => endpointAt(id),
    getEndpointByDeviceType: () => endpointAt(1),
  };
  const ids = definition.endpoint?.(device) ?? {};
  const entity = endpointAt(ids[endpointName] ?? ids['default'] ?? 1);
  device.endpoints = [entity];
  return { device, entity };
}

/** Attributes read as 0 for every name, since converters combine what they read with what they write. */
const anyAttribute = () => new Proxy({}, { get: () => 0 });

/** Attributes for which 0 is no possible value. */
const ATTRIBUTES = { colorTempPhysicalMin: 150, colorTempPhysicalMax: 500, colorCapabilities: 31 };

/** Converters recognize endpoints by the name of their class. */
class Endpoint {
  constructor(members) {
    Object.assign(this, members);
  }
}

function createEndpoint(ID, device) {
  const cluster = (name) => ({
    name,
    ID: 0,
    attributes: {},
    commands: {},
    getAttribute: () => ({ type: 0x20 }),
  });
  return new Endpoint({
    ID,
    deviceIeeeAddress: device.ieeeAddr,
    deviceNetworkAddress: 1,
    meta: {},
    binds: [],
    clusters: {},
    getDevice: () => device,
    supportsInputCluster: () => true,
    supportsOutputCluster: () => true,
    getInputClusters: () => [],
    getOutputClusters: () => [],
    getClusterAttributeValue: (_cluster, name) => ATTRIBUTES[name] ?? 0,
    saveClusterAttributeKeyValue: () => undefined,
    getCluster: cluster,
    hasBind: () => false,
    isGroup: () => false,
    read: async () => anyAttribute(),
    readResponse: async () => undefined,
    write: async () => undefined,
    writeStructured: async () => undefined,
    command: async () => anyAttribute(),
    commandResponse: async () => undefined,
    zclCommand: async () => anyAttribute(),
    bind: async () => undefined,
    unbind: async () => undefined,
    configureReporting: async () => undefined,
    addToGroup: async () => undefined,
    removeFromGroup: async () => undefined,
    save: () => undefined,
  });
}
