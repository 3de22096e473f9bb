import type { Readable } from 'node:stream';
import type { AnyEndpoint, FileField } from '@app/contract/platform/endpoint';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

/** A completely received file, within its size limit and with valid magic bytes. Nothing else has been validated. */
export interface QuarantinedFile {
  path: string;
  bytes: number;
  sha256: string;
  mime: string;
  sentName?: string;
}

export interface ReceiveLimits extends Pick<FileField, 'maxBytes' | 'maxBytesOf'> {
  kinds: readonly FileField['kind'][];
  /** For files sent together: the common limit and the bytes used by the previous files. */
  together?: { maxBytes: number; usedBytes: number };
  /** Consumes the rest of a rejected file, so that the following parts on the same connection can be read. */
  drains?: true;
}

export interface FileReceiver {
  /** Streams a file to quarantine up to a size limit; its content decides the type. A failure leaves nothing behind. */
  receive(stream: Readable, limits: ReceiveLimits): Promise<QuarantinedFile>;
  discard(file: QuarantinedFile): Promise<void>;
}

export interface RejectedFile {
  field: string;
  index: number;
  sentName: string;
  failure: Failure;
}

export interface Form {
  values: Record<string, unknown>;
  files: Record<string, QuarantinedFile[]>;
  rejected: RejectedFile[];
}

/** Parses multipart/form-data: values into one object, files into quarantine. On failure all files are removed. */
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
      // Browsers send an empty part without a name for a file input in which nothing was chosen.
      const isNameless = !part.filename && (name === undefined || part.mimetype === 'application/octet-stream');
      if (isNameless && (await isEmpty(part.file))) continue;
      if (isNameless || name === undefined || field === undefined) throw unknownFile(part.fieldname, endpoint);
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

async function isEmpty(file: Readable): Promise<boolean> {
  let bytes = 0;
  try {
    for await (const chunk of file) bytes += (chunk as Buffer).length;
  } catch {
    throw new Failure('upload_aborted');
  }
  return bytes === 0;
}

/** Errors of the parser without a code are caused by the input: a truncated form, or no form at all. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    const isNamed = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
    throw isNamed ? error : new Failure('upload_aborted');
  }
}

function unknownFile(sentName: string, { files = {} }: AnyEndpoint): Failure {
  const text = 'errors.unknown_file';
  const values = { field: sentName, known: Object.keys(files).join(', ') };
  return new Failure('invalid_input', { text, values, fields: { [sentName]: text } });
}

/** `board_photo` and `board_photo[]` name the same field. The only field of a call takes files of any name. */
function fileField(endpoint: AnyEndpoint, sentName: string): [string, FileField] | undefined {
  const fields = Object.entries(endpoint.files ?? {});
  const plain = sentName.replace(/\[\d*\]$/, '');
  const named = fields.find(([name]) => name.replace(/\[\]$/, '') === plain);
  return named ?? fields.find(([, { exactName }]) => fields.length === 1 && !exactName);
}
