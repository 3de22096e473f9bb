import { Audio, PeerConnection } from 'node-datachannel';
import { expect, test } from 'vitest';
import { makePli } from './rtcp.ts';
import { sendOver } from './send-over.ts';

test('what is sent over a line that has closed is lost, and nothing else happens', () => {
  const connection = new PeerConnection('anna', { iceServers: [] });
  const description = new Audio('0', 'SendRecv');
  description.addOpusCodec(111);
  const track = connection.addTrack(description);
  track.close();
  const packet = makePli(1, 2);
  // The library says so by throwing: out of one of its own handlers that ends the process.
  expect(() => track.sendMessageBinary(packet)).toThrow();
  expect(sendOver(track, packet)).toBe(false);
  connection.close();
});
