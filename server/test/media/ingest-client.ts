import { isRtcp, payloadStart } from '@app/media-node/rtp/rtp';
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import { type Clip, payloadsOf, rtpPacket } from '../clip.ts';
import { H264_FORMAT, withoutEnd } from './media-client.ts';
import { whenConnected, whenGathered } from './peer-state.ts';

const OPUS = 111;
const H264 = 102;

export class IngestClient {
  readonly received = { audio: 0, video: 0, bytes: 0 };
  location = '';
  status = 0;
  private readonly peer = new PeerConnection('program', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  private readonly tracks = new Map<'audio' | 'video', Track>();

  async offer(url: string, token: string | undefined, direction: 'SendOnly' | 'RecvOnly'): Promise<this> {
    const audio = new Audio('0', direction);
    audio.addOpusCodec(OPUS);
    const video = new Video('1', direction);
    video.addH264Codec(H264, H264_FORMAT);
    if (direction === 'SendOnly') {
      audio.addSSRC(11, 'program', 'program', 'sound');
      video.addSSRC(12, 'program', 'program', 'picture');
    }
    for (const [kind, description] of [
      ['audio', audio],
      ['video', video],
    ] as const) {
      const track = this.peer.addTrack(description);
      this.tracks.set(kind, track);
      track.onMessage((packet) => {
        if (isRtcp(packet)) return;
        this.received[kind] += 1;
        this.received.bytes += packet.length - (payloadStart(packet) ?? 0);
      });
    }
    const connected = whenConnected(this.peer);
    const gathered = whenGathered(this.peer);
    this.peer.setLocalDescription('offer');
    await gathered;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', ...(token && { authorization: `Bearer ${token}` }) },
      body: this.peer.localDescription()?.sdp ?? '',
    });
    this.status = response.status;
    const sdp = await response.text();
    if (response.status !== 201) return this;
    this.location = new URL(response.headers.get('location') ?? '', url).href;
    this.peer.setRemoteDescription(withoutEnd(sdp), 'answer');
    await connected;
    return this;
  }

  async play(clip: Clip): Promise<void> {
    const sequences = { audio: 1, video: 1 };
    const startedAt = performance.now();
    for (const packet of clip.packets) {
      const wait = packet.ms - (performance.now() - startedAt);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const { kind, ms } = packet;
      const isSound = kind === 'audio';
      const payloads = payloadsOf(clip, packet);
      for (const [index, payload] of payloads.entries()) {
        const head = {
          payloadType: isSound ? OPUS : H264,
          sequence: sequences[kind],
          timestamp: ms * (isSound ? 48 : 90),
          ssrc: isSound ? 11 : 12,
          isLast: index === payloads.length - 1,
        };
        sequences[kind] += 1;
        this.tracks.get(kind)?.sendMessageBinary(rtpPacket(head, payload));
      }
    }
  }

  async leave(): Promise<number> {
    return (await fetch(this.location, { method: 'DELETE' })).status;
  }

  close(): void {
    this.peer.onStateChange(() => {});
    this.peer.close();
  }
}
