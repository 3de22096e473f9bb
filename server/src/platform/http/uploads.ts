import type { Readable } from 'node:stream';
import type { AnyEndpoint, FileField } from '@app/contract/platform/endpoint';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

/** A file that came in whole, within its limit and with the right first bytes. Nothing more is known about it. */
export interface QuarantinedFile {
  path: string;
  bytes: number;
  /** Of the file as it was sent, in hex. */
  sha256: string;
  /** By the content. */
  mime: string;
  /** What its sender calls it: any text at all. */
  sentName?: string;
}

export interface ReceiveLimits extends Pick<FileField, 'maxBytes' | 'maxBytesOf'> {
  kinds: readonly FileField['kind'][];
  /** Of files that come together: what all of them may have, and what those before had. */
  together?: { maxBytes: number; usedBytes: number };
  /** Let the rest of what is refused flow away, so that what follows on the same line can be read. */
  drains?: true;
}

export interface FileReceiver {
  /** Stream to quarantine under a byte cap; the type is decided by the content. Leaves nothing behind when it fails. */
  receive(stream: Readable, limits: ReceiveLimits): Promise<QuarantinedFile>;
  /** Remove a quarantined file; one that was handed on or removed already is fine. */
  discard(file: QuarantinedFile): Promise<void>;
}

/** A file that was not taken while the others of its call were. */
export interface RejectedFile {
  field: string;
  /** Its place among the files of its field, from 0. */
  index: number;
  sentName: string;
  failure: Failure;
}

export interface Form {
  values: Record<string, unknown>;
  files: Record<string, QuarantinedFile[]>;
  rejected: RejectedFile[];
}

/** Read multipart/form-data: values into one object, files into quarantine as they stream in. On failure nothing stays. */
export async function readForm(request: FastifyRequest, endpoint: AnyEndpoint, receiver: FileReceiver): Promise<Form> {
  const values: Record<string, unknown> = {};
  const files: Record<string, QuarantinedFile[]> = {};
  const rejected: RejectedFile[] = [];
  for (const name of Object.keys(endpoint.files ?? {})) files[name] = [];
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        values[part.fieldname] = part.value;
        continue;
      }
      const [name, field] = fileField(endpoint, part.fieldname) ?? [];
      if (name === undefined || field === undefined) {
        // Browsers send an empty part for a file input that was left empty, known or not.
        if (!part.filename) part.file.resume();
        else throw new Failure('invalid_input', { fields: { [part.fieldname]: 'errors.field.invalid' } });
        continue;
      }
      if (!part.filename && part.mimetype === 'application/octet-stream') {
        part.file.resume();
        continue;
      }
      const received = files[name] ?? [];
      const index = received.length + rejected.filter((file) => file.field === name).length;
      if (index >= field.maxCount) throw new Failure('too_many_files', { values: { max: field.maxCount } });
      try {
        received.push({ ...(await receiver.receive(part.file, limitsOf(field, received))), sentName: part.filename });
      } catch (error) {
        if (field.each !== true || !(error instanceof Failure) || error.code === 'upload_aborted') throw error;
        rejected.push({ field: name, index, sentName: part.filename, failure: error });
      }
    }
    return { values, files, rejected };
  } catch (error) {
    await Promise.all(
      Object.values(files)
        .flat()
        .map((file) => receiver.discard(file)),
    );
    throw error;
  }
}

function limitsOf(field: FileField, received: readonly QuarantinedFile[]): ReceiveLimits {
  const { kind, maxBytes, maxBytesOf, totalBytes, each } = field;
  const usedBytes = received.reduce((sum, { bytes }) => sum + bytes, 0);
  const together = totalBytes === undefined ? undefined : { maxBytes: totalBytes, usedBytes };
  return { maxBytes, maxBytesOf, kinds: [kind], together, drains: each };
}

/** What the parser complains about without a code of its own is what was sent: a form that ends early, or is none. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    const isNamed = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
    throw isNamed ? error : new Failure('upload_aborted');
  }
}

/**
 * `board_photo` and `board_photo[]` name the same field. Where a call takes files in one field only, there is nothing to mix up:
 * clients that name it otherwise are understood.
 */
function fileField(endpoint: AnyEndpoint, sentName: string): [string, FileField] | undefined {
  const fields = Object.entries(endpoint.files ?? {});
  const plain = sentName.replace(/\[\d*\]$/, '');
  return fields.find(([name]) => name.replace(/\[\]$/, '') === plain) ?? (fields.length === 1 ? fields[0] : undefined);
}
