import type { Publication } from '@app/contract/publishing/publications';
import { publicationsApi } from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';
import type { FormFile } from './form-file.ts';
import { bodyFieldsOf, type PublicationFields } from './publication-fields.ts';

export interface PublicationInput {
  fields: PublicationFields;
  files: readonly FormFile[];
}

interface SaveOptions {
  viewerId: number;
  signal?: AbortSignal;
}

function filesOf(files: readonly FormFile[]): { file_ids: number[]; alts: string[] } {
  const there = files.filter(({ stored }) => stored !== null);
  return {
    file_ids: there.flatMap(({ stored }) => (stored ? [stored.id] : [])),
    alts: there.map(({ alt }) => alt),
  };
}

function posterOf(files: readonly FormFile[]): { poster_ms?: number } {
  const [video] = files;
  return video?.kind === 'video' && video.stored && video.posterMs !== null ? { poster_ms: video.posterMs } : {};
}

/** Form fields carry text only, so numbers are converted. */
function formBody({ fields, files }: PublicationInput) {
  const { file_ids, alts } = filesOf(files);
  return {
    ...bodyFieldsOf(fields),
    ...(file_ids.length > 0 && { file_ids: file_ids.join(','), alts: JSON.stringify(alts) }),
  };
}

export const isBlankPublication = ({ fields, files }: PublicationInput): boolean =>
  fields.publish_description.trim() === '' && !files.some(({ stored }) => stored !== null);

/** Creates a draft. A repeated request with the same key and body returns the first draft. */
export function createDraft(
  input: PublicationInput,
  idempotencyKey: string,
  { viewerId }: SaveOptions,
): Promise<Publication> {
  return call(publicationsApi.add, { body: { ...formBody(input), draft: 1 }, idempotencyKey, viewerId });
}

export function saveDraft(publishId: number, input: PublicationInput, { viewerId }: SaveOptions): Promise<Publication> {
  return call(publicationsApi.edit, {
    body: { publish_id: publishId, ...bodyFieldsOf(input.fields), ...filesOf(input.files), ...posterOf(input.files) },
    viewerId,
  });
}

export function removeDraft(publishId: number): Promise<unknown> {
  return call(publicationsApi.remove, { body: { publish_id: publishId } });
}

/**
 * Publishes now or schedules. Publishing a draft by its id is idempotent; without a draft, the key makes a repeated
 * request return the first publication. Without files, the words alone are published.
 */
export function publish(
  publishId: number | null,
  input: PublicationInput,
  idempotencyKey: string,
  { viewerId, signal }: SaveOptions,
): Promise<Publication> {
  const { publish_at } = input.fields;
  const options = { viewerId, ...(signal && { signal }) };
  if (input.files.length === 0) {
    const planned = publish_at !== null && { publish_at };
    if (publishId !== null)
      return call(publicationsApi.addText, {
        ...options,
        body: { ...bodyFieldsOf(input.fields), ...planned, publish_id: publishId },
      });
    return call(publicationsApi.addText, {
      ...options,
      body: { ...bodyFieldsOf(input.fields), ...planned },
      idempotencyKey,
    });
  }
  if (publishId === null) {
    const body = { ...formBody(input), ...(publish_at !== null && { publish_at }) };
    return call(publicationsApi.add, { ...options, body, idempotencyKey });
  }
  return call(publicationsApi.edit, {
    ...options,
    body: {
      publish_id: publishId,
      ...bodyFieldsOf(input.fields),
      ...filesOf(input.files),
      ...posterOf(input.files),
      ...(publish_at === null ? { publish: 1 as const } : { publish_at }),
    },
  });
}

export function updatePublication(
  publishId: number,
  input: PublicationInput,
  options: SaveOptions,
): Promise<Publication> {
  return saveDraft(publishId, input, options);
}
