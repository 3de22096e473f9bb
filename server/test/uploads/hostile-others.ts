import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { HostileFile } from './hostile-media.ts';
import { mp3, wav } from './sounds.ts';

const MB = 2 ** 20;
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint32(content.length + 8), latin(type), content]);
};
const patched = (bytes: Buffer, mark: string, change: (at: number, copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(mark, 0, 'latin1');
  if (at < 0) throw new Error(`There is no ${mark}`);
  change(at, copy);
  return copy;
};

/** An archive of one compressed entry. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([latin('PK\x03\x04'), fields, latin(name), packed]);
  const central = Buffer.concat([latin('PK\x01\x02\x14\0'), fields, Buffer.alloc(14), latin(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, latin('PK\x05\x06'), end]);
}

/** Pictures of phones and of the web that are not decoded, drawings, sounds, archives, and files of two kinds. */
export async function hostileOthers(): Promise<HostileFile[]> {
  return [...(await pictures()), ...drawings(), ...sounds(), ...archives(), ...mixtures()];
}

async function pictures(): Promise<HostileFile[]> {
  const pixels = sharp({ create: { width: 64, height: 64, channels: 3, background: '#a37' } });
  const avif = await pixels.avif({ effort: 0 }).toBuffer();
  const heic = (...parts: Buffer[]): Buffer =>
    Buffer.concat([box('ftyp', latin('heic\0\0\0\0mif1heic')), box('meta', uint32(0), ...parts)]);
  const items = Array.from({ length: 20_000 }, (_, i) =>
    box('infe', uint32(0x02000000), uint32(i << 16), latin('hvc1\0')),
  );
  let nested = Buffer.alloc(0);
  for (let depth = 0; depth < 2000; depth += 1) nested = Buffer.from(box('dinf', nested));
  return [
    {
      name: 'an AVIF of 65,535 pixels a side',
      bytes: patched(avif, 'ispe', (at, copy) => copy.fill(0xff, at + 10, at + 12)),
    },
    { name: 'half an AVIF', bytes: avif.subarray(0, avif.length / 2) },
    {
      name: 'an AVIF whose pixels lie elsewhere',
      bytes: patched(avif, 'iloc', (at, copy) => copy.fill(0xff, at + 14, at + 22)),
    },
    { name: 'an AVIF with a page behind it', bytes: Buffer.concat([avif, latin('<script>alert(1)</script>')]) },
    { name: 'a HEIC without pictures', bytes: heic() },
    { name: 'a HEIC of twenty thousand pictures', bytes: heic(box('iinf', uint32(0), ...items)) },
    { name: 'a HEIC of boxes in boxes', bytes: heic(nested) },
    { name: 'a HEIC larger than itself', bytes: Buffer.concat([heic(), uint32(0xfffffff0), latin('mdat')]) },
  ];
}

function drawings(): HostileFile[] {
  const svg = (content: string, head = ''): Buffer =>
    Buffer.from(
      `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`,
    );
  const laughs = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  const entities = (more: string): string => `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${more}]>`;
  return [
    { name: 'a drawing with a script', bytes: svg('<script>alert(1)</script>') },
    { name: 'a drawing of a billion laughs', bytes: svg('<text>&l12;</text>', entities(laughs)) },
    {
      name: 'a drawing that reads a file',
      bytes: svg('<text>&f;</text>', entities('<!ENTITY f SYSTEM "file:///etc/passwd">')),
    },
    { name: 'a drawing that loads an address', bytes: svg('<image xlink:href="http://169.254.169.254/latest/"/>') },
    { name: 'a drawing with a page in it', bytes: svg('<foreignObject><body onload="alert(1)"/></foreignObject>') },
    { name: 'a drawing of groups in groups', bytes: svg(`${'<g>'.repeat(200_000)}${'</g>'.repeat(200_000)}`) },
    { name: 'a drawing that uses itself', bytes: svg('<g id="a"><use xlink:href="#a"/><use xlink:href="#a"/></g>') },
  ];
}

function sounds(): HostileFile[] {
  const tagged = (size: number[], ...parts: Buffer[]): Buffer =>
    Buffer.concat([latin('ID3\x03\0\0'), Buffer.from(size), ...parts, mp3()]);
  const frame = (name: string, claimed: number, content: Buffer): Buffer =>
    Buffer.concat([latin(name), uint32(claimed), Buffer.alloc(2), content]);
  const whole = wav();
  const vorbis = Buffer.alloc(4);
  vorbis.writeUInt32LE(0xfffffff0);
  const flac = (...blocks: Buffer[]): Buffer => Buffer.concat([latin('fLaC'), ...blocks]);
  const page = (...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    return Buffer.concat([
      latin('OggS\0\x02'),
      Buffer.alloc(20),
      Buffer.from([1, Math.min(content.length, 255)]),
      content,
    ]);
  };
  return [
    { name: 'an MP3 whose tags are larger than itself', bytes: tagged([0x7f, 0x7f, 0x7f, 0x7f]) },
    {
      name: 'an MP3 with a cover of two gigabytes',
      bytes: tagged([0, 0, 2, 0], frame('APIC', 0x7fffffff, Buffer.alloc(240))),
    },
    {
      name: 'an MP3 of fifty thousand tags',
      bytes: tagged([0, 0x21, 0x4d, 0x60], ...Array(50_000).fill(frame('TXXX', 1, latin('\0')))),
    },
    {
      name: 'an MP3 with a drawing as its cover',
      bytes: mp3({ cover: { mime: 'image/svg+xml', bytes: latin('<svg onload="alert(1)"/>') } }),
    },
    { name: 'an MP3 whose title is markup', bytes: mp3({ title: '<script>alert(1)</script>', artist: '\0"onload=' }) },
    {
      name: 'a WAV that claims four gigabytes',
      bytes: patched(whole, 'data', (at, copy) => copy.fill(0xff, at + 4, at + 8)),
    },
    { name: 'a WAV of no channels', bytes: patched(whole, 'fmt ', (at, copy) => copy.writeUInt16LE(0, at + 10)) },
    {
      name: 'a WAV of no samples in a second',
      bytes: patched(whole, 'fmt ', (at, copy) => copy.fill(0, at + 12, at + 20)),
    },
    {
      name: 'a FLAC with a picture of sixteen megabytes',
      bytes: flac(Buffer.from([0x86, 0xff, 0xff, 0xff]), Buffer.alloc(400)),
    },
    {
      name: 'a FLAC of ten thousand blocks',
      bytes: flac(...Array(10_000).fill(Buffer.from([1, 0, 0, 4, 0, 0, 0, 0]))),
    },
    { name: 'an OGG of four billion comments', bytes: page(latin('OpusTags'), vorbis, vorbis) },
    {
      name: 'an M4A whose cover is larger than itself',
      bytes: Buffer.concat([
        box('ftyp', latin('M4A \0\0\0\0M4A ')),
        box('moov', box('udta', box('meta', uint32(0), box('ilst', uint32(0x7ffffff0), latin('covr'))))),
      ]),
    },
    {
      name: 'an AAC of broken frames',
      bytes: Buffer.concat(Array(5000).fill(Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0x1f, 0xfc]))),
    },
  ];
}

function archives(): HostileFile[] {
  const zeros = Buffer.alloc(64 * MB);
  const tar = (name: string): Buffer => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write('0000644\0', 100);
    head.write('00000000010\0', 124);
    head.write('ustar\0', 257);
    return Buffer.concat([head, Buffer.alloc(512)]);
  };
  const bomb = zipOf('zeros', zeros);
  return [
    { name: 'a ZIP of zeros', bytes: bomb },
    { name: 'a ZIP of a ZIP of zeros', bytes: zipOf('inner.zip', bomb) },
    { name: 'a ZIP that leads out of its folder', bytes: zipOf('../../../../etc/cron.d/okolo', latin('* * * * *')) },
    { name: 'a ZIP of a sheet that computes', bytes: zipOf('xl/worksheets/sheet1.xml', latin('<f>cmd|calc</f>')) },
    { name: 'a GZIP of zeros', bytes: gzipSync(zeros) },
    { name: 'a TAR that leads out of its folder', bytes: tar('../../../../root/.ssh/authorized_keys') },
    {
      name: 'a 7-Zip of nothing',
      bytes: Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), Buffer.alloc(64, 0xff)]),
    },
    { name: 'a RAR of nothing', bytes: Buffer.concat([Buffer.from('526172211a0701', 'hex'), Buffer.alloc(64, 0xff)]) },
    { name: 'an XZ of nothing', bytes: Buffer.concat([Buffer.from('fd377a585a0000', 'hex'), Buffer.alloc(64, 0xff)]) },
    { name: 'deflated zeros without a head', bytes: deflateRawSync(zeros) },
  ];
}

function mixtures(): HostileFile[] {
  const page = latin('<!doctype html><script>alert(1)</script>');
  const archive = zipOf('a.txt', latin('a'));
  return [
    {
      name: 'a PDF that is a ZIP',
      bytes: Buffer.concat([latin('%PDF-1.7\n1 0 obj<</S/JavaScript>>endobj\n'), archive]),
    },
    { name: 'an MP3 with a page behind it', bytes: Buffer.concat([mp3(), page]) },
    { name: 'a WAV with an archive behind it', bytes: Buffer.concat([wav(), archive]) },
    { name: 'a page with an MP3 behind it', bytes: Buffer.concat([page, mp3()]) },
    { name: 'a GIF that is a script', bytes: latin('GIF89a/*\0\0\0\0*/=1;alert(1)') },
    {
      name: 'a program with a picture behind it',
      bytes: Buffer.concat([latin('MZ'), Buffer.alloc(600), Buffer.from('89504e470d0a1a0a', 'hex')]),
    },
  ];
}
