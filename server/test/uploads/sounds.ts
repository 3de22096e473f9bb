export interface Sound {
  seconds?: number;
  hertz?: number;
  /** Share of full scale, 0 to 1. */
  level?: number;
}

const RATE = 8000;

/** A tone as WAV: one channel, 16 bits. Different tones have different content. */
export function wav({ seconds = 1, hertz = 440, level = 0.5 }: Sound = {}): Buffer {
  const samples = Math.round(seconds * RATE);
  const data = Buffer.alloc(samples * 2);
  for (let i = 0; i < samples; i += 1)
    data.writeInt16LE(Math.round(Math.sin((2 * Math.PI * hertz * i) / RATE) * level * 32767), i * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

export interface Tags {
  title?: string;
  artist?: string;
  cover?: { mime: string; bytes: Uint8Array };
}

export function mp3({ title, artist, cover }: Tags = {}, seconds = 2): Buffer {
  const frame = Buffer.alloc(417);
  // MPEG-1, layer 3, 128 kbit/s, 44.1 kHz, no padding.
  frame.writeUInt32BE(0xfffb9064);
  const frames = Array.from({ length: Math.ceil((seconds * 44_100) / 1152) }, () => frame);
  const body = Buffer.concat([
    ...(title === undefined ? [] : [textTag('TIT2', title)]),
    ...(artist === undefined ? [] : [textTag('TPE1', artist)]),
    ...(cover ? [tag('APIC', Buffer.concat([Buffer.from(`\0${cover.mime}\0\x03\0`, 'latin1'), cover.bytes]))] : []),
  ]);
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...synchsafe(body.length)]);
  return Buffer.concat([head, body, ...frames]);
}

const synchsafe = (size: number): number[] => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);

/** UTF-16 with a byte order mark, as most programs write it. */
const textTag = (name: string, text: string): Buffer =>
  tag(name, Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]));

function tag(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.write(name, 0, 'latin1');
  head.writeUInt32BE(content.length, 4);
  return Buffer.concat([head, content]);
}
