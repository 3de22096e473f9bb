import { createReadStream } from 'node:fs';
import path from 'node:path';
import { IMAGE_MAX_BYTES, type ImageKind } from '@app/contract/files/media';
import type { Services } from '../platform/domain/services.ts';

const PICTURES = path.join(import.meta.dirname, 'pictures');

export async function storePictures(
  services: Services,
  kind: ImageKind,
  names: readonly string[],
): Promise<Map<string, number>> {
  const stored = await Promise.all(
    [...new Set(names)].map(async (name) => [name, await storePicture(services, kind, name)] as const),
  );
  return new Map(stored);
}

async function storePicture({ media }: Services, kind: ImageKind, name: string): Promise<number> {
  const stream = createReadStream(path.join(PICTURES, `${name}.webp`));
  const file = await media.quarantine.receive(stream, { maxBytes: IMAGE_MAX_BYTES, kinds: ['image'] });
  return (await media.createImage(file, kind, null)).id;
}
