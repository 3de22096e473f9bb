import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadOffer, parseOffer, withAddresses, withoutCandidates } from './sdp.ts';

const section = (kind: string, mid: string, direction: string, ...more: string[]): string[] => [
  `m=${kind} 9 UDP/TLS/RTP/SAVPF 111 63 96 97`,
  'c=IN IP4 0.0.0.0',
  'a=candidate:1 1 udp 2113937151 4f9a2e.local 50000 typ host',
  'a=candidate:2 1 udp 2113937150 192.168.0.7 50001 typ host',
  `a=mid:${mid}`,
  `a=${direction}`,
  kind === 'audio' ? 'a=rtpmap:111 opus/48000/2' : 'a=rtpmap:96 VP8/90000',
  ...more,
];
const join = (...sections: string[][]): string =>
  `${['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', ...sections.flat()].join('\r\n')}\r\n`;

const OFFER = join(
  section(
    'audio',
    '0',
    'sendonly',
    'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
    'a=ssrc:11 cname:x',
    'a=ssrc:11 msid:- t',
  ),
  section(
    'video',
    '1',
    'sendonly',
    'a=rtpmap:97 rtx/90000',
    'a=ssrc-group:FID 21 22',
    'a=ssrc:21 cname:x',
    'a=ssrc:22 cname:x',
  ),
  section('audio', '2', 'recvonly'),
  section('video', '3', 'recvonly'),
);
const SENDS = [
  { mid: '0', kind: 'audio' },
  { mid: '1', kind: 'video' },
] as const;

const OPUS = { codec: 'opus', payloadType: 111 };
const VP8 = { codec: 'vp8', payloadType: 96 };

test('an offer names what is sent, by which numbers, and where is place to receive', () => {
  expect(parseOffer(OFFER, SENDS)).toEqual([
    { mid: '0', kind: 'audio', sends: 'audio', codecs: [OPUS], ssrcs: [11], audioLevelId: 1 },
    { mid: '1', kind: 'video', sends: 'video', codecs: [VP8], ssrcs: [21] },
    { mid: '2', kind: 'audio', codecs: [OPUS], ssrcs: [] },
    { mid: '3', kind: 'video', codecs: [VP8], ssrcs: [] },
  ]);
});

test('of H.264 the simplest profile is taken, in the order of the m-line, and a sender uses one codec', () => {
  const both = [
    'a=rtpmap:102 H264/90000',
    'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f',
    'a=rtpmap:106 H264/90000',
    'a=fmtp:106 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
    'a=rtpmap:108 H264/90000',
    'a=fmtp:108 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42e01f',
  ];
  const offer = (types: string, direction: string) =>
    join(section('video', '0', direction, ...both).map((line) => line.replace('111 63 96 97', types)));
  const format = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
  const simple = { codec: 'h264', payloadType: 106, format };
  expect(parseOffer(offer('96 102 106 108', 'recvonly'), [])[0]?.codecs).toEqual([VP8, simple]);
  expect(parseOffer(offer('102 106 96', 'sendonly'), [{ mid: '0', kind: 'video' }])[0]?.codecs).toEqual([simple]);
  expect(parseOffer(offer('96 106', 'sendonly'), [{ mid: '0', kind: 'video' }])[0]?.codecs).toEqual([VP8]);
  expect(() => parseOffer(offer('108', 'recvonly'), [])).toThrow(BadOffer);
});

test.each([
  ['nothing', '', []],
  ['another language', 'GET / HTTP/1.1', []],
  ['no media', 'v=0\r\n', []],
  ['a data channel', join(['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0']), []],
  ['a codec that nobody forwards', OFFER.replace('VP8/90000', 'VP9/90000'), SENDS],
  ['sending without saying what', OFFER, []],
  ['saying twice what', OFFER, [...SENDS, { mid: '2', kind: 'video' as const }]],
  ['sending what is not offered', OFFER, [...SENDS, { mid: '9', kind: 'screen' as const }]],
  [
    'sound by a video line',
    OFFER,
    [
      { mid: '0', kind: 'video' as const },
      { mid: '1', kind: 'audio' as const },
    ],
  ],
  ['both directions by one line', OFFER.replaceAll('sendonly', 'sendrecv'), SENDS],
  ['one name for two lines', OFFER.replace('a=mid:3', 'a=mid:2'), SENDS],
  ['one stream for two lines', OFFER.replace('a=ssrc:21 cname', 'a=ssrc:11 cname'), SENDS],
  ['too many lines', join(...Array.from({ length: 33 }, (_, index) => section('audio', `${index}`, 'recvonly'))), []],
  ['too much', `${OFFER}${'a=x\r\n'.repeat(20_000)}`, SENDS],
])('an offer is refused: %s', (_, sdp, sends) => {
  expect(() => parseOffer(sdp, sends)).toThrow(BadOffer);
});

test('however an offer is mangled, it is read or refused', () => {
  const pieces = OFFER.split('\r\n');
  const mangled = fc
    .array(fc.tuple(fc.nat(pieces.length - 1), fc.oneof(fc.string(), fc.constantFrom(...pieces))), { maxLength: 8 })
    .map((changes) => {
      const lines = [...pieces];
      for (const [at, line] of changes) lines[at] = line;
      return lines.join('\r\n');
    });
  fc.assert(
    fc.property(mangled, (sdp) => {
      try {
        expect(parseOffer(sdp, SENDS).length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(BadOffer);
      }
    }),
    { numRuns: 1000 },
  );
});

test("a browser's own addresses are left out: nobody points a node at a machine of their choice", () => {
  const left = withoutCandidates(`${OFFER}a=end-of-candidates\r\n`);
  expect(left).not.toContain('candidate');
  expect(left).toContain('a=mid:3');
});

const ANSWER = `${['v=0', 'm=audio 7000 X 111', 'a=candidate:1 1 UDP 2114977791 192.168.0.2 7000 typ host', 'a=end-of-candidates', 'm=video 7000 X 96'].join('\r\n')}\r\n`;

test('an answer names the addresses that browsers can reach', () => {
  expect(withAddresses(ANSWER, undefined, [])).toBe(ANSWER);
  const both = withAddresses(ANSWER, undefined, ['127.0.0.1', '192.168.0.2']);
  expect(both.match(/a=candidate.*typ host/g)).toHaveLength(2);
  expect(both).toContain('127.0.0.1 7000 typ host\r\na=end-of-candidates\r\nm=video');
  const announced = withAddresses(ANSWER, ['203.0.113.5', '2001:db8::5'], []);
  expect(announced).not.toContain('192.168.0.2');
  expect(announced.match(/(?:203.0.113.5|2001:db8::5) 7000 typ host/g)).toHaveLength(2);
});
