import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReport } from './read-report.ts';

const receivedAt = Date.parse('2026-05-04T06:00:10Z');
const timestamp = '2026-05-04T06:00:00.250+0000';
const at = Date.parse('2026-05-04T06:00:00.250Z');
const position = { latitude: 38.72, longitude: -9.14, horizontal_accuracy: 12.5 };
const read = (property: string, data: unknown) => readReport({ property, data, receivedAt });

describe('presence reports of a phone', () => {
  it('reads the position from both properties in which an app sends it', () => {
    const { horizontal_accuracy: accuracy, ...rest } = position;
    const expected = { kind: 'fix', phone: 'p1', at, accuracy, ...rest };
    const data = { ...position, timestamp, unknown_start: false, device_id: 'p1', altitude: 90 };
    assert.deepEqual(read('latlon', data), expected);
    assert.deepEqual(read('location', data), expected);
  });

  it('reads the network that the phone is on, or that it has none', () => {
    const wifi = { kind: 'wifi', phone: '', at };
    assert.deepEqual(read('current_wifi', { ssid: 'casa', bssid: '2:0', timestamp }), {
      ...wifi,
      ssid: 'casa',
      bssid: '2:0',
    });
    assert.deepEqual(read('current_wifi', { timestamp }), { ...wifi, ssid: '', bssid: '' });
  });

  it('uses a visit as the position until the visit ends', () => {
    const visit = { ...position, timestamp, arrival_date: timestamp };
    assert.equal(
      typeof read('visit', { ...visit, departure_date: '4001-01-01T00:00:00.000+0000' }),
      'object',
    );
    assert.equal(read('visit', { ...visit, departure_date: '2026-05-04T05:50:00.000+0000' }), 'no-position');
  });

  it('returns why a report is ignored', () => {
    assert.equal(read('location', {}), 'no-position');
    assert.equal(read('latlon', null), 'no-position');
    assert.equal(read('latlon', { ...position, latitude: 91 }), 'no-position');
    assert.equal(read('latlon', { ...position, longitude: Number.NaN }), 'no-position');
    assert.equal(read('latlon', { ...position, horizontal_accuracy: -1 }), 'no-position');
    assert.equal(read('latlon', { ...position, horizontal_accuracy: 201 }), 'inaccurate');
    assert.equal(read('latlon', { ...position, timestamp: '2026-05-03T06:00:09.000+0000' }), 'too-old');
  });

  it('uses the time of arrival when a report has no time or a later one', () => {
    for (const data of [position, { ...position, timestamp: '2027-01-01T00:00:00.000+0000' }]) {
      const report = read('latlon', data);
      assert.equal(typeof report === 'object' && report.at, receivedAt);
    }
  });

  it('ignores reports of other properties', () => {
    assert.equal(read('activity', {}), undefined);
  });
});
