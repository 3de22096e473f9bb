import path from 'node:path';
import type { LogoFile } from '@app/contract/platform/site-logo';
import sharp, { type SharpOptions } from 'sharp';
import type { EncodedIcon } from './image-job.ts';
import { open, type Pixels, raw } from './pixels.ts';

interface Shape {
  name: LogoFile;
  width: number;
  height: number;
  /** Box of the logo in the middle of the icon. */
  inner: { width: number; height: number };
  isOpaque: boolean;
}

const square = (name: LogoFile, side: number, inner: number, isOpaque: boolean): Shape => ({
  name,
  width: side,
  height: side,
  inner: { width: inner, height: inner },
  isOpaque,
});

/** Launchers cut maskable icons to a circle of 80 percent, and Apple's draw transparent parts black. */
const SHAPES: readonly Shape[] = [
  square('icon-32', 32, 32, false),
  square('icon-180', 180, 148, true),
  square('icon-192', 192, 192, false),
  square('icon-512', 512, 512, false),
  square('maskable-512', 512, 290, true),
  { name: 'share', width: 1200, height: 630, inner: { width: 720, height: 320 }, isOpaque: true },
];
/** The header shows it 32 pixels high, on screens of three device pixels per pixel. */
const HEADER = { width: 480, height: 96 };

const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
const CLEAR = { ...WHITE, alpha: 0 };

/** Large enough for every file, small enough for the memory of the worker. */
const SIDE_MAX = 1024;

/** Makes all files of a logo: one for the header, in the proportions of the picture, and icons. */
export async function encodeIcons(source: string, input: SharpOptions, outFolder: string): Promise<EncodedIcon[]> {
  const logo = await readLogo(source, input);
  const headerPath = path.join(outFolder, 'header.png');
  const header = await open(logo)
    .resize({ ...HEADER, fit: 'inside' })
    .png()
    .toFile(headerPath);
  const icons: EncodedIcon[] = [{ name: 'header', path: headerPath, width: header.width, height: header.height }];
  for (const { name, width, height, inner, isOpaque } of SHAPES) {
    const target = path.join(outFolder, `${name}.png`);
    const { data, info } = await raw(open(logo).resize({ ...inner, fit: 'contain', background: CLEAR }));
    await sharp({ create: { width, height, channels: 4, background: isOpaque ? WHITE : CLEAR } })
      .composite([{ input: data, raw: info, gravity: 'centre' }])
      .png()
      .toFile(target);
    icons.push({ name, path: target, width, height });
  }
  return icons;
}

/** Without the empty space around it, which would make the logo small. */
async function readLogo(source: string, input: SharpOptions): Promise<Pixels> {
  const box = { width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true } as const;
  const whole = await raw(sharp(source, input).resize(box).autoOrient().ensureAlpha());
  return raw(open(whole).trim({ background: CLEAR, threshold: 1 })).catch(() => whole);
}
