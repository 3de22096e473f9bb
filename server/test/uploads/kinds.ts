import type { ChatFileKind } from '@app/contract/messaging/chat-files';

/** The smallest file that is recognized as this kind. */
export interface KindSample {
  fileName: string;
  contentType: string;
  bytes: Buffer;
  kind: ChatFileKind;
  mime: string;
}

const FILLER = Buffer.alloc(6000, 0x55);

function box(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const track = (handler: 'vide' | 'soun'): Buffer =>
  box('trak', box('mdia', box('hdlr', Buffer.alloc(8), handler, Buffer.alloc(12))));

export const mp4 = (brand: string, ...handlers: readonly ('vide' | 'soun')[]): Buffer =>
  Buffer.concat([box('ftyp', brand, Buffer.alloc(4), brand), box('moov', ...handlers.map(track)), box('mdat', FILLER)]);

export function ebml(type: 'webm' | 'matroska', ...codecs: readonly string[]): Buffer {
  const docType = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | type.length]), Buffer.from(type)]);
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | docType.length]),
    docType,
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    ...codecs.map((codec) => Buffer.concat([Buffer.from([0x86, 0x80 | codec.length]), Buffer.from(codec)])),
    FILLER,
  ]);
}

const ogg = (codec: string): Buffer =>
  Buffer.concat([Buffer.from('OggS\0\x02', 'latin1'), Buffer.alloc(22), Buffer.from(codec, 'latin1'), FILLER]);

const sample = (
  fileName: string,
  contentType: string,
  bytes: Buffer | string,
  kind: ChatFileKind,
  mime: string,
): KindSample => ({ fileName, contentType, bytes: Buffer.from(bytes), kind, mime });

export const VOICE_WEBM: Buffer = ebml('webm', 'A_OPUS');

export const KIND_SAMPLES: readonly KindSample[] = [
  sample('клип.mp4', 'video/mp4', mp4('isom', 'vide', 'soun'), 'video', 'video/mp4'),
  sample('IMG_0042.MOV', 'video/quicktime', mp4('qt  ', 'vide'), 'video', 'video/quicktime'),
  sample('screen.webm', 'video/webm', ebml('webm', 'V_VP9', 'A_OPUS'), 'video', 'video/webm'),
  sample('фильм.mkv', 'video/x-matroska', ebml('matroska', 'V_MPEG4/ISO/AVC'), 'file', 'video/matroska'),
  sample('запись.webm', 'audio/webm', VOICE_WEBM, 'audio', 'audio/webm'),
  sample('safari.mp4', 'audio/mp4', mp4('isom', 'soun'), 'audio', 'audio/mp4'),
  sample('песня.m4a', 'audio/mp4', mp4('M4A ', 'soun'), 'audio', 'audio/mp4'),
  sample(
    'песня.mp3',
    'audio/mpeg',
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), FILLER]),
    'audio',
    'audio/mpeg',
  ),
  sample(
    'с обложкой.mp3',
    'audio/mpeg',
    Buffer.concat([Buffer.from('ID3\x04\0\0\0\x7f\x7f\x7f', 'latin1'), FILLER]),
    'audio',
    'audio/mpeg',
  ),
  sample('voice.ogg', 'audio/ogg', ogg('OpusHead'), 'audio', 'audio/ogg'),
  sample('old.ogg', 'audio/ogg', ogg('\x01vorbis'), 'audio', 'audio/ogg'),
  sample('a.flac', 'audio/flac', Buffer.concat([Buffer.from('fLaC'), FILLER]), 'audio', 'audio/flac'),
  sample(
    'a.wav',
    'audio/wav',
    Buffer.concat([Buffer.from('RIFF\x24\x10\0\0WAVEfmt ', 'latin1'), FILLER]),
    'audio',
    'audio/wav',
  ),
  sample('a.aac', 'audio/aac', Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80]), FILLER]), 'audio', 'audio/aac'),
  sample('Договор.pdf', 'application/pdf', `%PDF-1.7\n${'x'.repeat(5000)}`, 'file', 'application/pdf'),
  sample('заметки.txt', 'text/plain', 'Купить лодку — до субботы', 'file', 'text/plain'),
  sample('script.sh', 'text/x-sh', '#!/bin/sh\nrm -rf /\n', 'file', 'text/plain'),
  sample('page.html', 'text/html', '<!doctype html><script>alert(1)</script>', 'file', 'text/html'),
  sample(
    'drawing.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'file',
    'image/svg+xml',
  ),
  sample(
    'setup.exe',
    'application/x-msdownload',
    Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5000)]),
    'file',
    'application/x-msdownload',
  ),
  sample(
    'photo.jpg',
    'image/jpeg',
    Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5000)]),
    'file',
    'application/x-msdownload',
  ),
  sample('clip.mp4', 'video/mp4', '<html><body onload="alert(1)">', 'file', 'text/html'),
  sample('photo.png', 'image/png', mp4('isom', 'vide'), 'video', 'video/mp4'),
  sample('noise.mp3', 'audio/mpeg', Buffer.alloc(5000, 7), 'file', 'application/octet-stream'),
];
