import type { MediaServerMessage } from '@app/contract/live/media-room';
import { parseRtcp } from '@app/media-node/rtp/rtcp';
import { isRtcp, sequenceOf, startsVp8Keyframe } from '@app/media-node/rtp/rtp';
import { PeerConnection, type Track, Video } from 'node-datachannel';
import { WebSocket } from 'ws';
import { withoutEnd } from '../server/test/media/media-client.ts';
import { whenConnected, whenGathered } from '../server/test/media/peer-state.ts';
import { respondToParent } from './socket-child.ts';

/** Publisher and viewers run in a separate process. */
const PACKET_BYTES = 1250;
const PACKET_EVERY_MS = 20;
const SSRC = 77;
const AT_ONCE = 8;
interface Viewer {
  peer: PeerConnection;
  socket: WebSocket;
  track: Track;
  last: number | undefined;
}

const viewers: Viewer[] = [];
let received = 0;
let lost = 0;
let publishing: { stop(): void } | undefined;
let sequence = 0;
let allSent = 0;

async function enter(url: string, token: string, direction: 'SendOnly' | 'RecvOnly') {
  const begin = performance.now();
  const socket = new WebSocket(url);
  const hear = (type: string): Promise<MediaServerMessage> =>
    new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data) => {
        const heard: MediaServerMessage = JSON.parse(data.toString());
        if (heard.type === type) resolve(heard);
        else if (heard.type === 'refused') reject(new Error(heard.code));
      });
    });
  const entered = hear('entered');
  const answered = hear('answer');
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'enter', token }));
  const peer = new PeerConnection('bench', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  const media = new Video('v', direction);
  media.addVP8Codec(96);
  if (direction === 'SendOnly') media.addSSRC(SSRC, 'bench', 'bench', 'bench');
  const track = peer.addTrack(media);
  const connected = whenConnected(peer);
  const gathered = whenGathered(peer);
  peer.setLocalDescription('offer');
  await Promise.all([gathered, entered]);
  const sends = direction === 'SendOnly' ? [{ mid: 'v', kind: 'video' }] : [];
  const on = { audio: false, video: true, screen: false };
  socket.send(JSON.stringify({ type: 'offer', id: 1, sdp: peer.localDescription()?.sdp, sends, on }));
  const answer = await answered;
  if (answer.type === 'answer') peer.setRemoteDescription(withoutEnd(answer.sdp), 'answer');
  await connected;
  return { peer, socket, track, took: performance.now() - begin };
}

async function publish(url: string, token: string): Promise<void> {
  const { peer, socket, track } = await enter(url, token, 'SendOnly');
  let isKeyWanted = true;
  track.onMessage((packet) => {
    if (parseRtcp(packet).some(({ type }) => type === 'keyframe')) isKeyWanted = true;
  });
  const packet = Buffer.alloc(PACKET_BYTES, 1);
  const begin = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (; sent * PACKET_EVERY_MS < performance.now() - begin; sent += 1) {
      packet[0] = 0x80;
      packet[1] = 96 | 0x80;
      packet.writeUInt16BE(sequence, 2);
      packet.writeUInt32BE((sent * PACKET_EVERY_MS * 90) >>> 0, 4);
      packet.writeUInt32BE(SSRC, 8);
      packet[12] = 0x10;
      packet[13] = isKeyWanted ? 0 : 1;
      isKeyWanted = false;
      sequence = (sequence + 1) & 0xffff;
      allSent += 1;
      track.sendMessageBinary(packet);
    }
  }, 10);
  publishing = {
    stop() {
      clearInterval(timer);
      peer.close();
      socket.close();
    },
  };
}

interface Watched {
  took: number;
  /** Milliseconds until the first keyframe. */
  firstPicture: Promise<number>;
}

async function view(url: string, token: string): Promise<Watched> {
  const begin = performance.now();
  const { peer, socket, track, took } = await enter(url, token, 'RecvOnly');
  const viewer: Viewer = { peer, socket, track, last: undefined };
  const picture = Promise.withResolvers<number>();
  track.onMessage((packet) => {
    if (isRtcp(packet)) return;
    if (startsVp8Keyframe(packet)) picture.resolve(performance.now() - begin);
    received += 1;
    const number = sequenceOf(packet);
    if (viewer.last !== undefined) lost += (number - viewer.last - 1) & 0x7fff;
    viewer.last = number;
  });
  viewers.push(viewer);
  return { took, firstPicture: picture.promise };
}

respondToParent({
  async view({ url, tokens }: { url: string; tokens: string[] }) {
    const waiting = [...tokens];
    const times: number[] = [];
    const lane = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        times.push((await view(url, next)).took);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return { times };
  },
  async firstPictures({ url, tokens }: { url: string; tokens: string[] }) {
    const times: number[] = [];
    for (const token of tokens) times.push(await (await view(url, token)).firstPicture);
    return { times };
  },
  async publish({ url, token }: { url: string; token: string }) {
    await publish(url, token);
    return {};
  },
  stop() {
    publishing?.stop();
    publishing = undefined;
    return {};
  },
  count: () => ({ sent: allSent, received, lost, viewers: viewers.length }),
});
