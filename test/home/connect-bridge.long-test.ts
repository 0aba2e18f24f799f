import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LAMP, THERMOMETER } from '../connections/bridges/simulated-devices.ts';
import { lacksZigbee2Mqtt, startMosquitto, startZigbee2Mqtt } from '../connections/bridges/zigbee2mqtt.ts';
import { freePort } from '../support/free-port.ts';
import { assertAccessible, setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const skip = lacksZigbee2Mqtt();
const OTHER = 'Hall/thermometer';

/** Starts a platform, and a house with the published Zigbee2MQTT and a simulated radio. */
async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  if (skip) return { ...pages, mqttPort: 0 };
  const mqttPort = await freePort();
  stage.use(await startMosquitto(mqttPort));
  const names = { [LAMP.ieeeAddr]: 'Kitchen/left lamp', [THERMOMETER.ieeeAddr]: OTHER };
  stage.use(await startZigbee2Mqtt({ mqttPort, devices: [LAMP, THERMOMETER], names }));
  return { ...pages, mqttPort };
}

onSqlite('connecting Zigbee2MQTT in Home', setUp, (scene) => {
  it('leads from the address of an MQTT server to tiles that control its devices', { skip }, async () => {
    const { newHome, open, mqttPort } = scene();
    const home = await newHome();
    const { page, pageErrors } = await open('/home/add', home, { width: 390, height: 664 });
    await page.getByRole('link', { name: /^Connect something real/ }).click();
    await page.getByRole('link', { name: /^Connect Zigbee2MQTT/ }).click();
    await page.getByLabel('Address of the MQTT server').fill(`mqtt://127.0.0.1:${mqttPort}`);
    await page.getByRole('button', { name: 'Look for Zigbee2MQTT' }).click();
    await page.getByText(/^Zigbee2MQTT 2\..* was found, with 2 devices\.$/).waitFor();
    await assertAccessible(page, 'consent');
    const connect = page.getByRole('button', { name: 'Connect', exact: true });
    const bar = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
    const next = await connect.boundingBox();
    assert.ok(bar && next && next.y > 0 && next.y + next.height < bar.y, 'the next step is out of sight');
    await connect.click();

    // The bridge itself is a device, too: its tile turns pairing on.
    await page.getByText('3 devices were found.').waitFor();
    await page.getByRole('checkbox', { name: OTHER }).uncheck();
    assert.equal(await page.getByLabel('Name of Kitchen/left lamp').inputValue(), 'left lamp');
    await page.getByLabel('Name of Kitchen/left lamp').fill('Left lamp');
    await page.getByRole('button', { name: 'Add 2 devices' }).click();
    await page.locator('h2:focus', { hasText: 'They are in your home' }).waitFor();
    await page.getByRole('link', { name: 'Go to your home' }).click();
    await page.getByRole('heading', { name: 'Kitchen' }).waitFor();
    // The bridge reported its values before it was in the home.
    await page
      .getByRole('article')
      .filter({ hasText: 'Zigbee2MQTT' })
      .getByText(/^Not pairing/)
      .waitFor();
    const lamp = page.getByRole('switch', { name: /^Left lamp/ });
    await lamp.click();
    await page.getByRole('article').filter({ hasText: 'Left lamp' }).and(page.locator('[data-on]')).waitFor();
    assert.equal(await page.getByTitle('Virtual device').count(), 0);
    assert.deepEqual(pageErrors, []);
  });
});
