import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ErrorCode } from '@app/contract/platform/errors';
import sharp, { type Sharp } from 'sharp';

/** A hostile or broken upload, and the expected result: a clean image or an error code. */
export interface Sample {
  name: string;
  fileName: string;
  contentType: string;
  bytes: Buffer;
  outcome: 'clean' | ErrorCode;
  /** Name of the real format in the error. */
  format?: string;
}

const claimsJpeg = { fileName: 'photo.jpg', contentType: 'image/jpeg' };

/** Colours of the quarters of every phone photo, as an upright viewer sees them. */
export const PHONE_PHOTO_CORNERS = {
  topLeft: [200, 40, 40],
  topRight: [40, 160, 60],
  bottomLeft: [40, 60, 200],
  bottomRight: [220, 220, 210],
} as const;

/** Transforms the upright scene into the stored one: the inverse of the EXIF orientation. */
const STORED: Readonly<Record<number, (image: Sharp) => Sharp>> = {
  1: (image) => image,
  2: (image) => image.flop(),
  3: (image) => image.rotate(180),
  4: (image) => image.flip(),
  5: (image) => image.flip().rotate(90),
  6: (image) => image.rotate(270),
  7: (image) => image.flop().rotate(90),
  8: (image) => image.rotate(90),
};

/**
 * A JPEG like a phone's: noise, portrait 3:4 when upright, with an EXIF orientation, a location and the maker's name.
 * Different motifs have different perceptual hashes.
 */
export async function phonePhoto({ megapixels = 12, orientation = 6, motif = 0 } = {}): Promise<Buffer> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 3) / 4));
  const height = Math.round((width * 4) / 3);
  const turn = STORED[orientation];
  if (!turn) throw new Error(`EXIF knows no orientation ${orientation}`);
  const stored = await turn(sharp(scene(width, height, motif), { raw: { width, height, channels: 3 } }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(stored.data, { raw: stored.info })
    .withExif({
      IFD0: { Make: 'Okolophone', Model: 'Twelve' },
      IFD2: { DateTimeOriginal: '2026:05:09 12:00:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 21/1', GPSLongitudeRef: 'E', GPSLongitude: '37/1 37/1 2/1' },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 88 })
    .toBuffer();
}

export async function movingPicture(format: 'gif' | 'webp', count: number): Promise<Buffer> {
  const colours = ['#c96', '#69c', '#6c9', '#96c'].slice(0, count);
  const frames = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 401, height: 301, channels: 4, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .toFormat(format, { delay: colours.map(() => 300) })
    .toBuffer();
}

const MOTIF_SQUARES = 8;

function scene(width: number, height: number, motif: number): Buffer {
  const { topLeft, topRight, bottomLeft, bottomRight } = PHONE_PHOTO_CORNERS;
  const pixels = Buffer.alloc(width * height * 3);
  let noise = 12345;
  for (let y = 0, at = 0; y < height; y++) {
    const [left, right] = y < height / 2 ? [topLeft, topRight] : [bottomLeft, bottomRight];
    for (let x = 0; x < width; x++) {
      noise = (noise * 1103515245 + 12345) & 0x7fffffff;
      const grain = ((noise >> 16) & 15) - 8;
      const shade = motif === 0 ? 0 : shadeOf(motif, x / width, y / height);
      for (const channel of x < width / 2 ? left : right)
        pixels[at++] = Math.min(255, Math.max(0, channel + grain + shade));
    }
  }
  return pixels;
}

/** Brightness of the motif; hashes of two motifs are unrelated. */
function shadeOf(motif: number, across: number, down: number): number {
  const square = Math.floor(down * MOTIF_SQUARES) * MOTIF_SQUARES + Math.floor(across * MOTIF_SQUARES) + 1;
  let dice = Math.imul(motif ^ Math.imul(square, 0x85ebca6b), 0xc2b2ae35);
  dice = Math.imul(dice ^ (dice >>> 15), 0x27d4eb2f);
  return (dice >>> 13) & 1 ? 90 : -90;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MEGABYTE = 2 ** 20;

/** A zlib stream of `size` zeros, built without holding them in memory. `size` is a multiple of a megabyte. */
function deflatedZeros(size: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: size / MEGABYTE }, () => block);
  const adler = Buffer.alloc(4);
  adler.writeUInt16BE(size % 65521, 0);
  adler.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, Buffer.from([0x03, 0x00]), adler]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

interface PngShape {
  width: number;
  height: number;
  depth?: 8 | 16;
  /** 0 grey, 2 RGB, 6 RGBA. */
  colour?: 0 | 2 | 6;
  interlaced?: boolean;
  extra?: Buffer[];
}

/** A valid black or transparent PNG of a few kilobytes to a few megabytes. */
function blankPng({ width, height, depth = 8, colour = 2, interlaced = false, extra = [] }: PngShape): Buffer {
  const channels = { 0: 1, 2: 3, 6: 4 }[colour];
  // Interlacing adds some filter bytes; decoders ignore surplus zeros at the end.
  const size = (Math.ceil((width * channels * depth) / 8) + 2) * height;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8);
  const data = deflatedZeros(Math.ceil(size / MEGABYTE) * MEGABYTE);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** 2.7 GB of pixels in 2.6 MB of file. */
export function bombPng(): Buffer {
  return blankPng({ width: 30_000, height: 30_000 });
}

let madeBombs: Promise<Sample[]> | undefined;

/** Small files that need much memory: rejected, or converted within the worker's limits. */
export function bombs(): Promise<Sample[]> {
  madeBombs ??= makeBombs();
  return madeBombs;
}

async function makeBombs(): Promise<Sample[]> {
  const png = { fileName: 'bomb.png', contentType: 'image/png' };
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflatedZeros(1024 * MEGABYTE)]);
  const profile = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflatedZeros(1024 * MEGABYTE)]);
  const small = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  const widest = { create: { width: 6300, height: 6300, channels: 4, background: '#a33a' } } as const;
  return [
    { name: 'PNG of 900 megapixels', ...png, bytes: bombPng(), outcome: 'unprocessable_image' },
    {
      name: 'PNG one row over the pixel limit',
      ...png,
      bytes: blankPng({ width: 8000, height: 5001 }),
      outcome: 'unprocessable_image',
    },
    {
      name: 'PNG of 40 megapixels, 16 bit with alpha',
      ...png,
      bytes: blankPng({ width: 6300, height: 6300, depth: 16, colour: 6 }),
      outcome: 'clean',
    },
    {
      name: 'interlaced PNG of 40 megapixels',
      ...png,
      bytes: blankPng({ width: 6300, height: 6300, colour: 6, interlaced: true }),
      outcome: 'clean',
    },
    {
      name: 'PNG strip one pixel wide',
      ...png,
      bytes: blankPng({ width: 1, height: 60_000 }),
      outcome: 'clean',
    },
    {
      name: 'PNG with a gigabyte of compressed text',
      ...png,
      bytes: blankPng({ width: 10, height: 10, extra: [chunk('zTXt', text)] }),
      outcome: 'clean',
    },
    {
      name: 'PNG with a gigabyte of colour profile',
      ...png,
      bytes: blankPng({ width: 10, height: 10, extra: [chunk('iCCP', profile)] }),
      outcome: 'clean',
    },
    {
      name: 'JPEG that claims 65,500 pixels a side',
      ...claimsJpeg,
      bytes: claimSize(small),
      outcome: 'unprocessable_image',
    },
    {
      name: 'progressive JPEG of 40 megapixels without subsampling',
      ...claimsJpeg,
      bytes: await sharp({ create: { width: 6300, height: 6300, channels: 3, background: '#a33' } })
        .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
        .toBuffer(),
      outcome: 'clean',
    },
    {
      name: 'progressive JPEG that repeats a scan three thousand times',
      ...claimsJpeg,
      bytes: await repeatScan(3000),
      outcome: 'unprocessable_image',
    },
    {
      name: 'WebP of 40 megapixels with alpha',
      fileName: 'bomb.webp',
      contentType: 'image/webp',
      bytes: await sharp(widest).webp({ lossless: true, effort: 0 }).toBuffer(),
      outcome: 'clean',
    },
    {
      name: 'GIF of 40 megapixels',
      fileName: 'bomb.gif',
      contentType: 'image/gif',
      bytes: await sharp(widest).gif({ effort: 1, colours: 2 }).toBuffer(),
      outcome: 'clean',
    },
  ];
}

/** Each scan makes the decoder process the whole image again. */
async function repeatScan(times: number): Promise<Buffer> {
  const blank = sharp({ create: { width: 6300, height: 6300, channels: 3, background: '#a33' } });
  const jpeg = await blank.jpeg({ progressive: true }).toBuffer();
  const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scans = Array.from({ length: times }, () => jpeg.subarray(scan, -2));
  return Buffer.concat([jpeg.subarray(0, scan), ...scans, jpeg.subarray(-2)]);
}

function claimSize(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(65_500, frame + 5);
  changed.writeUInt16BE(65_500, frame + 7);
  return changed;
}

const SCRIPT = '<html><script>alert(document.cookie)</script></html>';
/** Traces of polyglots that no stored image may contain. */
export const POLYGLOT_TRACES = ['<script', 'alert(', '<?php', 'PK\x03\x04', 'Okolophone', 'GPS', 'Exif'];

/** A stored ZIP with one empty entry, which every unpacker recognizes. */
const ZIP = Buffer.concat([
  Buffer.from('504b03040a0000000000000000000000000000000000000000000500000061', 'hex'),
  Buffer.from('.html', 'latin1'),
  Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
]);

/** Files that are a picture and something else at once. */
export async function polyglots(): Promise<Sample[]> {
  const photo = await phonePhoto({ megapixels: 0.5 });
  const pixels = sharp(photo).autoOrient().resize(320);
  const gif = await pixels.clone().gif().toBuffer();
  const webp = await pixels.clone().webp().toBuffer();
  const png = await pixels.clone().png().toBuffer();
  const script = Buffer.from(SCRIPT);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script]);
  const clean = { outcome: 'clean' } as const;
  return [
    { name: 'JPEG with a page behind it', ...claimsJpeg, ...clean, bytes: Buffer.concat([photo, script]) },
    {
      name: 'JPEG with a script in its comment',
      ...claimsJpeg,
      ...clean,
      bytes: Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]),
    },
    { name: 'JPEG with an archive behind it', ...claimsJpeg, ...clean, bytes: Buffer.concat([photo, ZIP]) },
    {
      name: 'GIF with a script behind it',
      fileName: 'anim.gif',
      contentType: 'image/gif',
      ...clean,
      bytes: Buffer.concat([gif, Buffer.from('/*'), script, Buffer.from('*/')]),
    },
    {
      name: 'GIF that is only a script',
      fileName: 'anim.gif',
      contentType: 'image/gif',
      outcome: 'unprocessable_image',
      bytes: Buffer.from(`GIF89a/*${'x'.repeat(200)}*/=1;alert(1)//`),
    },
    {
      name: 'PNG with PHP in its text',
      fileName: 'logo.png',
      contentType: 'image/png',
      ...clean,
      bytes: Buffer.concat([
        png.subarray(0, 33),
        chunk('tEXt', Buffer.from('Comment\0<?php system($_GET[0]); ?>', 'latin1')),
        png.subarray(33),
      ]),
    },
    {
      name: 'WebP with an archive behind it',
      fileName: 'photo.webp',
      contentType: 'image/webp',
      ...clean,
      bytes: Buffer.concat([webp, ZIP]),
    },
    {
      name: 'page sent as a page, with a JPEG inside',
      fileName: 'page.html',
      contentType: 'text/html',
      ...clean,
      bytes: Buffer.concat([photo, script]),
    },
  ];
}

/** Other formats under a picture's name. */
export async function wrongTypes(): Promise<Sample[]> {
  const pixels = sharp(await phonePhoto({ megapixels: 0.1 })).resize(64);
  const box = (brand: string) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1'),
      Buffer.alloc(200),
    ]);
  const named = (name: string, format: string, bytes: Buffer): Sample => ({
    name,
    ...claimsJpeg,
    bytes,
    outcome: 'unsupported_media',
    format,
  });
  return [
    named('page', 'HTML', Buffer.from(`<!DOCTYPE html>${SCRIPT}`)),
    named('drawing', 'SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
    named('drawing with a prologue', 'SVG', Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<svg onload="alert(1)"/>')),
    named('program', 'EXE', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)])),
    named('AVIF', 'AVIF', await pixels.clone().avif({ effort: 0 }).toBuffer()),
    named('HEIC of an iPhone', 'HEIC', box('heic')),
    named('TIFF', 'TIF', await pixels.clone().tiff().toBuffer()),
    named('BMP', 'BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])),
    named('PDF', 'PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')),
    named('archive', 'ZIP', ZIP),
    named('film', 'MP4', box('isom')),
    named('plain text', 'unknown', Buffer.from('just words '.repeat(1000))),
    named('two bytes', 'unknown', Buffer.from([0xff, 0xd8])),
  ];
}

/** Pictures that stop halfway, and nothing at all. */
export async function truncated(): Promise<Sample[]> {
  const photo = await phonePhoto({ megapixels: 1 });
  const pixels = sharp(photo).resize(600);
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  const cut = (name: string, contentType: string, bytes: Buffer): Sample => ({
    name,
    fileName: `cut.${contentType.slice(6)}`,
    contentType,
    bytes,
    outcome: 'unprocessable_image',
  });
  return [
    cut('half a JPEG', 'image/jpeg', half(photo)),
    cut('half a PNG', 'image/png', half(await pixels.clone().png().toBuffer())),
    cut('half a WebP', 'image/webp', half(await pixels.clone().webp().toBuffer())),
    cut('half a GIF', 'image/gif', half(await pixels.clone().gif().toBuffer())),
    cut('the first three bytes of a JPEG', 'image/jpeg', photo.subarray(0, 3)),
    cut('noise behind the signature of a PNG', 'image/png', Buffer.concat([PNG_SIGNATURE, Buffer.alloc(5000, 0x5a)])),
    cut('an empty file', 'image/jpeg', Buffer.alloc(0)),
  ];
}
