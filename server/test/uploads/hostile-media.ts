import { phoneVideo } from './videos.ts';

/** Files that call themselves videos and mean harm, or are broken. Made in code. */
export interface HostileFile {
  name: string;
  bytes: Buffer;
}

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const FTYP = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));
const SECRET = '/etc/passwd';

/** `mp4` is a small whole one. */
export async function hostileMedia(mp4: Buffer): Promise<HostileFile[]> {
  const claimed = (from: string, change: (at: number, bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(mp4);
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) change(at, bytes);
    return bytes;
  };
  const tracks = Array.from({ length: 10_000 }, () => box('trak', box('tkhd', Buffer.alloc(84))));
  const webm = await phoneVideo({ kind: 'webm', size: '160x120', seconds: 1 });
  return [
    { name: 'a playlist', bytes: Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile://${SECRET}\n#EXT-X-ENDLIST\n`) },
    {
      name: 'a playlist after the first box',
      bytes: Buffer.concat([FTYP, Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile://${SECRET}\n`)]),
    },
    { name: 'a script that joins files', bytes: Buffer.from(`ffconcat version 1.0\nfile ${SECRET}\n`) },
    {
      name: 'a list of DASH',
      bytes: Buffer.from(`<?xml version="1.0"?><MPD><Period><BaseURL>file://${SECRET}</BaseURL></Period></MPD>`),
    },
    { name: 'subtitles', bytes: Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nx\n') },
    { name: 'half a video', bytes: mp4.subarray(0, Math.floor(mp4.length / 2)) },
    { name: 'the first bytes of a video', bytes: mp4.subarray(0, 64) },
    { name: 'half a WebM', bytes: webm.subarray(0, 300) },
    {
      name: 'ten thousand tracks',
      bytes: Buffer.concat([FTYP, box('moov', box('mvhd', Buffer.alloc(100)), ...tracks)]),
    },
    {
      name: 'boxes in boxes',
      bytes: Buffer.concat([
        FTYP,
        Array.from({ length: 5_000 }).reduce<Buffer>((inner) => box('moov', inner), Buffer.alloc(0)),
      ]),
    },
    {
      name: 'a box that ends nowhere',
      bytes: Buffer.concat([FTYP, Buffer.from('ffffffff6d6f6f76', 'hex'), Buffer.alloc(100)]),
    },
    {
      name: 'giant dimensions',
      bytes: claimed('avc1', (at, bytes) => {
        if (at + 32 < bytes.length && bytes.readUInt16BE(at + 28) === 320) bytes.writeUInt32BE(0xffffffff, at + 28);
      }),
    },
    { name: 'an endless duration', bytes: claimed('mdhd', (at, bytes) => bytes.writeUInt32BE(0xfffffff0, at + 20)) },
    { name: 'no time at all', bytes: claimed('mdhd', (at, bytes) => bytes.writeUInt32BE(0, at + 16)) },
    { name: 'samples elsewhere', bytes: claimed('stco', (at, bytes) => bytes.writeUInt32BE(0xffffff00, at + 12)) },
    {
      name: 'more samples than bytes',
      bytes: claimed('stsz', (at, bytes) => bytes.writeUInt32BE(0x7fffffff, at + 12)),
    },
    { name: 'a reference to another file', bytes: claimed('url ', (at, bytes) => bytes.writeUInt8(0, at + 7)) },
    {
      name: 'an archive called a video',
      bytes: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(2000)]),
    },
    { name: 'noise after the beginning', bytes: Buffer.concat([mp4.subarray(0, 48), Buffer.alloc(200_000, 0xa5)]) },
  ];
}
