"""Sends to a WHIP address or receives from a WHEP address by GStreamer's webrtcbin, for the test beside stream-ingest.

    python3 gstreamer-peer.py publish|watch URL TOKEN h264|vp8

Prints a line of JSON when the answer has come ({"status", "location" or "error"}), and then how many packets were
sent, or frames decoded, of each kind, every 200 ms until its input ends.
"""
import json
import sys
import urllib.error
import urllib.request

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstWebRTC", "1.0")
gi.require_version("GstSdp", "1.0")
from gi.repository import GLib, Gst, GstSdp, GstWebRTC  # noqa: E402

mode, url, token, codec = sys.argv[1:5]
Gst.init(None)
loop = GLib.MainLoop()
counts = {"audio": 0, "video": 0}
has_asked = False

VIDEO = {
    "h264": "x264enc tune=zerolatency speed-preset=ultrafast bitrate=400 key-int-max=20 bframes=0"
    " ! video/x-h264,profile=constrained-baseline ! h264parse ! rtph264pay config-interval=-1 aggregate-mode=zero-latency",
    "vp8": "vp8enc deadline=1 keyframe-max-dist=20 target-bitrate=400000 ! rtpvp8pay",
}
FORMATS = {"h264": ("H264", 102, 90000), "vp8": ("VP8", 96, 90000), "opus": ("OPUS", 111, 48000)}


def rtp(kind, name):
    encoding, payload, rate = FORMATS[name]
    text = f"application/x-rtp,media={kind},encoding-name={encoding},payload={payload},clock-rate={rate}"
    # A publisher's encoder says itself which profile it has.
    if name == "h264" and mode == "watch":
        text += ',packetization-mode=(string)1,profile-level-id=(string)42e01f'
    # Browsers and servers know Opus with two channels only.
    if name == "opus" and mode == "watch":
        text += ",encoding-params=(string)2"
    return text


SENDS = (
    "videotestsrc is-live=true pattern=ball ! video/x-raw,width=320,height=240,framerate=20/1"
    f" ! {VIDEO[codec]} ! {rtp('video', codec)} ! identity name=video ! peer. "
    f"audiotestsrc is-live=true ! audioconvert ! audioresample ! opusenc ! rtpopuspay ! {rtp('audio', 'opus')}"
    " ! identity name=audio ! peer."
)
# A description of one element alone makes no pipeline.
pipeline = Gst.parse_launch("webrtcbin name=peer " + SENDS) if mode == "publish" else Gst.Pipeline()
if mode == "watch":
    pipeline.add(Gst.ElementFactory.make("webrtcbin", "peer"))
peer = pipeline.get_by_name("peer")
peer.set_property("bundle-policy", GstWebRTC.WebRTCBundlePolicy.MAX_BUNDLE)
# The agent leaves the loopback out by itself, where the test's media node is.
ice = peer.get_property("ice-agent")
ice.get_property("agent").set_property("upnp", False)
ice.emit("add-local-ip-address", "127.0.0.1")


def count(kind):
    def add(*_):
        counts[kind] += 1
        return Gst.PadProbeReturn.OK

    return add


def show_decoded(_, pad):
    kind = "video" if pad.query_caps(None).to_string().startswith("video") else "audio"
    sink = Gst.ElementFactory.make("fakesink")
    pipeline.add(sink)
    sink.sync_state_with_parent()
    pad.add_probe(Gst.PadProbeType.BUFFER, count(kind))
    pad.link(sink.get_static_pad("sink"))


def decode(_, pad):
    if pad.direction != Gst.PadDirection.SRC:
        return
    decoder = Gst.ElementFactory.make("decodebin")
    decoder.connect("pad-added", show_decoded)
    pipeline.add(decoder)
    decoder.sync_state_with_parent()
    pad.link(decoder.get_static_pad("sink"))


def post(sdp):
    headers = {"Content-Type": "application/sdp", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(url, data=sdp.encode(), headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers["Location"], response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, None, error.read().decode()


def ask_when_gathered(*_):
    global has_asked
    if has_asked or peer.get_property("ice-gathering-state") != GstWebRTC.WebRTCICEGatheringState.COMPLETE:
        return
    has_asked = True
    status, location, text = post(peer.get_property("local-description").sdp.as_text())
    print(json.dumps({"status": status, "location": location, **({} if status == 201 else {"error": text})}), flush=True)
    if status != 201:
        loop.quit()
        return
    _, sdp = GstSdp.SDPMessage.new_from_text(text)
    answer = GstWebRTC.WebRTCSessionDescription.new(GstWebRTC.WebRTCSDPType.ANSWER, sdp)
    peer.emit("set-remote-description", answer, None)


def offer(*_):
    def made(promise):
        reply = promise.get_reply()
        peer.emit("set-local-description", reply.get_value("offer"), None)

    peer.emit("create-offer", None, Gst.Promise.new_with_change_func(made))


def tell():
    print(json.dumps(counts), flush=True)
    return True


peer.connect("notify::ice-gathering-state", lambda *_: GLib.idle_add(ask_when_gathered))
if mode == "publish":
    for kind in counts:
        pipeline.get_by_name(kind).get_static_pad("src").add_probe(Gst.PadProbeType.BUFFER, count(kind))
    for index in range(2):
        transceiver = peer.emit("get-transceiver", index)
        transceiver.set_property("direction", GstWebRTC.WebRTCRTPTransceiverDirection.SENDONLY)
else:
    peer.connect("pad-added", decode)
    for kind, name in (("video", codec), ("audio", "opus")):
        receives = GstWebRTC.WebRTCRTPTransceiverDirection.RECVONLY
        peer.emit("add-transceiver", receives, Gst.Caps.from_string(rtp(kind, name)))
peer.connect("on-negotiation-needed", offer)


def fail(_, message):
    error, detail = message.parse_error()
    print(error.message, detail, file=sys.stderr, flush=True)
    loop.quit()


pipeline.get_bus().add_signal_watch()
pipeline.get_bus().connect("message::error", fail)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.HUP | GLib.IOCondition.IN, lambda *_: loop.quit())
GLib.timeout_add(200, tell)
pipeline.set_state(Gst.State.PLAYING)
loop.run()
pipeline.set_state(Gst.State.NULL)
