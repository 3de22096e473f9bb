import type { ProducerKind } from '@app/contract/live/media-room';
import { SDP_MAX_BYTES } from '@app/contract/live/media-room';
import type { Codec } from './rtp.ts';

/** Limit of m-lines; the largest room needs fewer. */
const MEDIA_MAX = 32;
const AUDIO_LEVEL = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';

export interface OfferedCodec {
  codec: Codec;
  payloadType: number;
  format?: string;
}

export interface OfferedMedia {
  mid: string;
  kind: 'audio' | 'video';
  sends?: ProducerKind;
  /** The codecs sent, or for a receiving m-line all accepted codecs, preferred first. */
  codecs: OfferedCodec[];
  /** SSRCs of the sent media, without those of retransmission (RTX). */
  ssrcs: number[];
  audioLevelId?: number;
}

/** Thrown when the SDP is no valid offer, or requests what the room does not support. */
export class BadOffer extends Error {
  override name = 'BadOffer';
}

const AUDIO_KINDS: readonly ProducerKind[] = ['audio', 'screen_audio'];

export function parseOffer(sdp: string, sends: readonly { mid: string; kind: ProducerKind }[]): OfferedMedia[] {
  if (sdp.length > SDP_MAX_BYTES || !sdp.startsWith('v=0')) throw new BadOffer('not an offer');
  const sections = sdp.split(/^(?=m=)/m).slice(1);
  if (sections.length === 0 || sections.length > MEDIA_MAX) throw new BadOffer('too few or too many m-lines');
  const kinds = new Map(sends.map(({ mid, kind }) => [mid, kind]));
  if (kinds.size !== sends.length || new Set(kinds.values()).size !== sends.length) throw new BadOffer('sent twice');
  const media = sections.map((section) => parseSection(section, kinds));
  if (new Set(media.map(({ mid }) => mid)).size !== media.length) throw new BadOffer('a mid twice');
  const sent = new Set(media.map(({ mid }) => mid));
  if (sends.some(({ mid }) => !sent.has(mid))) throw new BadOffer('sends what is not offered');
  const ssrcs = media.flatMap((each) => each.ssrcs);
  if (new Set(ssrcs).size !== ssrcs.length) throw new BadOffer('an ssrc twice');
  return media;
}

/** Rewrites the offer of an encoder, which only sends, whatever its m-lines declare. */
export const asSendOnly = (sdp: string): string => sdp.replace(/^a=sendrecv(?=\r?$)/gm, 'a=sendonly');

/**
 * Returns the first audio and the first video m-line of an offer that does not name what they send. Throws {@link
 * BadOffer}.
 */
export function findSentMedia(sdp: string): { mid: string; kind: ProducerKind }[] {
  const sends: { mid: string; kind: ProducerKind }[] = [];
  for (const section of sdp.split(/^(?=m=)/m).slice(1)) {
    const kind = /^m=(audio|video) /.exec(section)?.[1];
    const mid = /^a=mid:([\w-]{1,16})\r?$/m.exec(section)?.[1];
    if (mid === undefined || !/^a=sendonly\r?$/m.test(section) || sends.some((known) => known.kind === kind)) continue;
    if (parseSsrcs(section).length === 0)
      throw new BadOffer(`no line a=ssrc under ${section.split(/\r?\n/, 1)[0]} (a=mid:${mid})`);
    if (kind === 'audio' || kind === 'video') sends.push({ mid, kind });
  }
  if (sends.length === 0) throw new BadOffer('nothing is sent');
  return sends;
}

function parseSection(section: string, kinds: ReadonlyMap<string, ProducerKind>): OfferedMedia {
  const kind = /^m=(audio|video) /.exec(section)?.[1];
  const mid = /^a=mid:([\w-]{1,16})\r?$/m.exec(section)?.[1];
  const direction = /^a=(sendonly|recvonly|sendrecv|inactive)\r?$/m.exec(section)?.[1];
  if ((kind !== 'audio' && kind !== 'video') || mid === undefined) throw new BadOffer('an m-line of another kind');
  const codecs = parseCodecs(section, kind);
  if (direction === 'recvonly') {
    if (kinds.has(mid)) throw new BadOffer('a receiving place that sends');
    return { mid, kind, codecs, ssrcs: [] };
  }
  const sends = kinds.get(mid);
  if (direction !== 'sendonly' || sends === undefined) throw new BadOffer('sends without saying what');
  if (AUDIO_KINDS.includes(sends) !== (kind === 'audio')) throw new BadOffer('sound by a video line');
  // Accepts one codec only, because a sender might otherwise switch codecs.
  return { mid, kind, sends, codecs: codecs.slice(0, 1), ssrcs: parseSsrcs(section), ...parseAudioLevel(section) };
}

/**
 * Returns each forwarded codec once, in the order of the m-line. H.264 is offered in many profiles; every receiver
 * decodes the simplest.
 */
function parseCodecs(section: string, kind: 'audio' | 'video'): OfferedCodec[] {
  const offered = new Map<number, OfferedCodec>();
  for (const [, number, name = ''] of section.matchAll(/^a=rtpmap:(\d{1,3}) (opus\/48000|VP8\/90000|H264\/90000)/gim)) {
    const payloadType = Number(number);
    const codec = CODECS.get(name.toLowerCase());
    if (codec === undefined || payloadType > 127 || (codec === 'opus') !== (kind === 'audio')) continue;
    const format = new RegExp(`^a=fmtp:${payloadType} ([\\w=;., /+-]{1,300})\\r?$`, 'm').exec(section)?.[1];
    // Single-packet mode (`packetization-mode=0`) is not supported.
    if (codec === 'h264' && format?.includes('packetization-mode=1') !== true) continue;
    offered.set(payloadType, { codec, payloadType, ...(codec === 'h264' && format !== undefined && { format }) });
  }
  const wanted = [...(/^m=\w+ \d+ \S+ ([\d ]{1,200})/.exec(section)?.[1] ?? '').matchAll(/\d+/g)].map(Number);
  const inOrder = wanted.flatMap((payloadType) => offered.get(payloadType) ?? []);
  const simple = inOrder.find(({ format }) => /profile-level-id=42/i.test(format ?? ''));
  const codecs = ['opus', 'vp8', 'h264'].flatMap((codec) => {
    const first = inOrder.find((each) => each.codec === codec);
    return codec === 'h264' ? (simple ?? first ?? []) : (first ?? []);
  });
  if (codecs.length === 0) throw new BadOffer('neither Opus nor VP8 nor H.264');
  return codecs.toSorted((one, other) => inOrder.indexOf(one) - inOrder.indexOf(other));
}

const CODECS: ReadonlyMap<string, Codec> = new Map([
  ['opus/48000', 'opus'],
  ['vp8/90000', 'vp8'],
  ['h264/90000', 'h264'],
]);

function parseSsrcs(section: string): number[] {
  const repairs = new Set([...section.matchAll(/^a=ssrc-group:FID \d+ (\d{1,10})/gm)].map(([, ssrc]) => ssrc));
  const ssrcs = new Set([...section.matchAll(/^a=ssrc:(\d{1,10}) /gm)].map(([, ssrc]) => ssrc ?? ''));
  const own = [...ssrcs].filter((ssrc) => !repairs.has(ssrc)).map(Number);
  // An m-line that sends nothing yet may have no SSRC.
  if (own.length > 1 || own.some((ssrc) => ssrc > 0xffffffff)) throw new BadOffer('more than one ssrc');
  return own;
}

function parseAudioLevel(section: string): { audioLevelId?: number } {
  const [, id, uri] =
    /^a=extmap:(\d{1,2})(?:\/\w+)? (urn:ietf:params:rtp-hdrext:ssrc-audio-level)(?: .*)?\r?$/m.exec(section) ?? [];
  // Ids above 14 would need the two-byte form of header extensions.
  return uri === AUDIO_LEVEL && Number(id) >= 1 && Number(id) <= 14 ? { audioLevelId: Number(id) } : {};
}

export const audioLevelLine = (id: number): string => `a=extmap:${id} ${AUDIO_LEVEL}`;

const CANDIDATE = /^a=(?:candidate:|end-of-candidates)/;

/**
 * Removes the browser's ICE candidates from the offer. The node answers to the address that the browser connects from,
 * so nobody can direct a node's packets elsewhere, and `.local` names need no resolving.
 */
export const withoutCandidates = (sdp: string): string =>
  sdp
    .split(/\r?\n/)
    .filter((line) => !CANDIDATE.test(line))
    .join('\r\n');

/** Replaces the answer's local ICE candidates by these addresses, most preferred first. */
export function withAddresses(sdp: string, addresses: readonly string[] | undefined, extra: readonly string[]): string {
  const lines = sdp.split(/\r?\n/);
  const own = lines.filter((line) => line.startsWith('a=candidate:'));
  const port = /^a=candidate:\S+ 1 UDP \d+ \S+ (\d+)/i.exec(own[0] ?? '')?.[1];
  if (port === undefined) return sdp;
  const make = (address: string, index: number) =>
    `a=candidate:${100 + index} 1 UDP ${2_113_900_000 - index * 1000} ${address} ${port} typ host`;
  const kept = addresses === undefined ? own : [];
  const known = new Set(kept.map((line) => line.split(' ')[4]));
  const made = [...(addresses ?? []), ...extra.filter((address) => !known.has(address))].map(make);
  const first = lines.findIndex((line) => CANDIDATE.test(line));
  const rest = lines.filter((line) => !CANDIDATE.test(line));
  rest.splice(first, 0, ...kept, ...made, 'a=end-of-candidates');
  return rest.join('\r\n');
}
