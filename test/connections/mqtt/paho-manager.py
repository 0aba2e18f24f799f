"""A manager in Python that behaves like a known SDK (manager-sdk 4): paho, MQTT 3.1.1, no client id, clean session,
keep alive of one minute, QoS 0, no will. It subscribes to its own channels, carries out writes and answers reads.

python3 paho-manager.py URL CLIENT_ID TOKEN [CA_FILE]
"""

import json
import sys

import paho.mqtt.client as mqtt

url, client_id, token = sys.argv[1:4]
# As that SDK does: the scheme, and the third part for a port.
scheme, host, port = url.split(":")
values = {}


def on_connect(client, _userdata, _flags, code):
    print("connected", code, flush=True)
    if code == 0:
        client.subscribe("/v3/managers/%s/channels/#" % client_id, qos=0)


def on_subscribe(_client, _userdata, _mid, granted):
    print("subscribed", granted[0], flush=True)


def on_message(client, _userdata, message):
    levels = message.topic.split("/")
    channel, component, name = levels[5], levels[7], levels[9]
    payload = json.loads(message.payload)
    if payload.get("io") not in ("r", "w"):
        return
    # It drops what names nobody.
    sender, user = payload["sender"], payload["on_behalf_of"]
    print(payload["io"], name, json.dumps(payload.get("data")), sender, user, flush=True)
    if payload["io"] == "w":
        values[name] = payload["data"]
    answer = {"io": "i" + payload["io"], "data": values.get(name, False)}
    topic = "/v3/channels/%s/components/%s/properties/%s/value" % (channel, component, name)
    client.publish(topic, json.dumps(answer), qos=0)


# paho 2 asks which callbacks are meant; these are those of both.
versions = getattr(mqtt, "CallbackAPIVersion", None)
client = mqtt.Client(*([versions.VERSION1] if versions else []), client_id="", clean_session=True)
client.username_pw_set(client_id, token)
client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_message = on_message
if scheme == "mqtts":
    client.tls_set(ca_certs=sys.argv[4])
client.connect(host.replace("//", ""), int(port), keepalive=60)
client.loop_forever()
