import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PeerConnection, type Track, Video } from 'node-datachannel';
import { WebSocketServer } from 'ws';
import { whenGathered } from '../server/test/media/peer-state.ts';
import { respondToParent } from './socket-child.ts';

/**
 * Baseline: bare libdatachannel forwards every packet unchanged to every viewer, without rewriting, layers,
 * retransmission or reports.
 */
const SSRC = 77;
const viewers: Track[] = [];
const kept: unknown[] = [];

const server = createServer();
const sockets = new WebSocketServer({ server });
sockets.on('connection', (socket) => {
  let isPublisher = false;
  socket.on('message', async (data) => {
    const said = JSON.parse(data.toString());
    if (said.type === 'enter') {
      isPublisher = said.token === 'publish';
      socket.send(JSON.stringify({ type: 'entered' }));
      return;
    }
    const peer = new PeerConnection('bare', {
      iceServers: [],
      bindAddress: '127.0.0.1',
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    });
    const media = new Video('v', isPublisher ? 'RecvOnly' : 'SendOnly');
    media.addVP8Codec(96);
    if (!isPublisher) media.addSSRC(SSRC, 'bare', 'bare', 'bare');
    const track = peer.addTrack(media);
    kept.push(peer, track);
    if (isPublisher) {
      track.onMessage((packet) => {
        for (const viewer of viewers) viewer.sendMessageBinary(packet);
      });
    } else {
      track.onMessage(() => {});
      track.onOpen(() => viewers.push(track));
    }
    const gathered = whenGathered(peer);
    peer.setRemoteDescription(said.sdp, 'offer');
    peer.setLocalDescription('answer');
    await gathered;
    socket.send(JSON.stringify({ type: 'answer', id: said.id, sdp: peer.localDescription()?.sdp }));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

respondToParent({ port: () => ({ port: (server.address() as AddressInfo).port, pid: process.pid }) });
