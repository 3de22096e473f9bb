import path from 'node:path';
import sharp from 'sharp';
import { phoneVideo } from './videos.ts';

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
    ...(await hostileAvi()),
    ...(await hostileOgg()),
    ...(await hostileMatroska()),
    { name: 'noise after the beginning', bytes: Buffer.concat([mp4.subarray(0, 48), Buffer.alloc(200_000, 0xa5)]) },
  ];
}

const chunk = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};
const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => {
    bytes.writeUInt32LE(value >>> 0, i * 4);
  });
  return bytes;
};
const named = (name: string): Buffer => Buffer.from(name, 'latin1');

interface AviShape {
  side?: number;
  frames?: number;
  /** Number of entries that the header claims. */
  claimed?: number;
  rate?: number;
  subtitles?: Buffer;
  size?: number;
}

async function avi({
  side = 64,
  frames = 25,
  claimed = frames,
  rate = 25,
  subtitles,
  size,
}: AviShape): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer();
  const header = (kind: string, handler: string, length: number): Buffer =>
    chunk('strh', named(kind), named(handler), numbers(0, 0, 0, 1, rate, 0, length, 0x10000, 0xffffffff, 0, 0, 0));
  const format = chunk('strf', numbers(40, side, side, 0x180001), named('MJPG'), numbers(side * side * 3, 0, 0, 0, 0));
  const tracks = [
    chunk('LIST', named('strl'), header('vids', 'MJPG', claimed), format),
    ...(subtitles ? [chunk('LIST', named('strl'), header('txts', '\0\0\0\0', 1), chunk('strf'))] : []),
  ];
  const main = chunk('avih', numbers(40_000, 0, 0, 0x10, claimed, 0, tracks.length, 0, side, side, 0, 0, 0, 0));
  const shown = Array.from({ length: frames }, () => chunk('00dc', jpeg));
  const said = subtitles ? [chunk('01tx', subtitles)] : [];
  const movie = chunk('LIST', named('movi'), ...said, ...shown);
  if (size !== undefined) movie.writeUInt32LE(size >>> 0, 4);
  return chunk('RIFF', named('AVI '), chunk('LIST', named('hdrl'), main, ...tracks), movie);
}

async function hostileAvi(): Promise<HostileFile[]> {
  const playlist = Buffer.from(`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nfile://${SECRET}\n#EXT-X-ENDLIST\n`);
  const title = Buffer.from('x\0\0\0', 'utf16le');
  const subtitles = Buffer.concat([
    Buffer.from('GAB2\0\x02\0', 'latin1'),
    ...[numbers(title.length), title, Buffer.from([4, 0]), numbers(playlist.length), playlist],
  ]);
  const whole = await avi({});
  return [
    { name: 'an AVI whose subtitles are a playlist', bytes: await avi({ subtitles }) },
    { name: 'an AVI of giant dimensions', bytes: await avi({ side: 60_000 }) },
    { name: 'an AVI of no dimensions', bytes: await avi({ side: 0 }) },
    { name: 'an AVI that claims to be endless', bytes: await avi({ claimed: 0xffffffff }) },
    { name: 'an AVI of a frame in four hours', bytes: await avi({ rate: 0 }) },
    { name: 'an AVI larger than itself', bytes: await avi({ size: 0xfffffff0 }) },
    { name: 'an AVI whose pictures have no size', bytes: await avi({ size: 0 }) },
    { name: 'half an AVI', bytes: whole.subarray(0, Math.floor(whole.length / 2)) },
    { name: 'an AVI in an AVI', bytes: await avi({ subtitles: whole }) },
  ];
}

async function hostileOgg(): Promise<HostileFile[]> {
  const shape = { kind: 'ogv', size: '160x128', seconds: 1 } as const;
  const whole = await phoneVideo(shape);
  const pages: Buffer[] = [];
  for (let at = 0, next = 0; at < whole.length; at = next) {
    next = whole.indexOf('OggS', at + 4);
    if (next < 0) next = whole.length;
    pages.push(whole.subarray(at, next));
  }
  const changed = (change: (page: Buffer, i: number) => void): Buffer =>
    Buffer.concat(
      pages.map((page, i) => {
        const copy = Buffer.from(page);
        change(copy, i);
        return copy;
      }),
    );
  const first = pages[0] ?? whole;
  return [
    {
      name: 'an OGG that names files',
      bytes: await phoneVideo({
        ...shape,
        more: ['-metadata', `LOCATION=file://${SECRET}`, '-metadata', 'URL=http://[::1]/'],
      }),
    },
    {
      name: 'an OGG that lasts for ages',
      bytes: changed((page, i) => {
        if (i > 4) page.writeBigUInt64LE(0x7fff_ffff_ffff_0000n, 6);
      }),
    },
    {
      name: 'an OGG that never ends',
      bytes: Buffer.concat([whole, ...Array.from({ length: 200 }, () => Buffer.concat(pages.slice(4)))]),
    },
    {
      name: 'an OGG of ten thousand streams',
      bytes: Buffer.concat(
        Array.from({ length: 10_000 }, (_, i) => {
          const page = Buffer.from(first);
          page.writeUInt32LE(i, 14);
          return page;
        }),
      ),
    },
    { name: 'half an OGG', bytes: whole.subarray(0, Math.floor(whole.length / 2)) },
    { name: 'an OGG of giant dimensions', bytes: changed((page, i) => i < 2 && page.fill(0xff, 38, 48)) },
  ];
}

async function hostileMatroska(): Promise<HostileFile[]> {
  const whole = await phoneVideo({ kind: 'mkv', size: '160x120', seconds: 1 });
  const segment = whole.indexOf(Buffer.from('18538067', 'hex'));
  const element = (id: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(0x10000000 | body.length);
    return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
  };
  const uid = Buffer.alloc(16, 7);
  const linked = element(
    '1549a966',
    element('3e83bb', Buffer.from(SECRET)),
    element('3eb923', uid),
    element('73a4', uid),
  );
  const open = Buffer.from('1853806701ffffffffffffff', 'hex');
  const content = whole.subarray(segment + 12);
  const cluster = content.subarray(content.indexOf(Buffer.from('1f43b675', 'hex')));
  const endless = Buffer.from(whole);
  endless.writeDoubleBE(1e300, endless.indexOf(Buffer.from('448988', 'hex')) + 3);
  return [
    {
      name: 'an MKV that goes on in another file',
      bytes: Buffer.concat([whole.subarray(0, segment), open, linked, content]),
    },
    { name: 'an MKV that claims to be endless', bytes: endless },
    {
      name: 'an MKV that never ends',
      bytes: Buffer.concat([whole.subarray(0, segment), open, content, ...Array.from({ length: 300 }, () => cluster)]),
    },
    {
      name: 'an MKV with a file in it',
      bytes: await phoneVideo({
        ...{ kind: 'mkv', size: '160x120', seconds: 1 },
        more: [
          '-attach',
          path.join(import.meta.dirname, 'videos.ts'),
          '-metadata:s:t',
          'mimetype=application/x-mpegurl',
        ],
      }),
    },
    {
      name: 'elements in elements',
      bytes: Array.from({ length: 2_000 }).reduce<Buffer>((inner) => element('18538067', inner), Buffer.alloc(0)),
    },
  ];
}
