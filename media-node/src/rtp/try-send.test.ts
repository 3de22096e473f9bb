import { Audio, PeerConnection } from 'node-datachannel';
import { expect, test } from 'vitest';
import { buildPli } from './rtcp.ts';
import { trySend } from './try-send.ts';

test('what is sent over a connection that has closed is lost, and nothing else happens', () => {
  const connection = new PeerConnection('anna', { iceServers: [] });
  const description = new Audio('0', 'SendRecv');
  description.addOpusCodec(111);
  const track = connection.addTrack(description);
  track.close();
  const packet = buildPli(1, 2);
  // The library throws; thrown within one of its own handlers, this ends the process.
  expect(() => track.sendMessageBinary(packet)).toThrow();
  expect(trySend(track, packet)).toBe(false);
  connection.close();
});
