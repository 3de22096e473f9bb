import { UPLOAD_HOURS, UPLOAD_PURPOSES, UPLOADS_PATH } from '@app/contract/files/uploads';
import type { ErrorCode } from '@app/contract/platform/errors';
import { describeProtocolCall, type Paths, parameter } from '../../platform/http/openapi.ts';

const RESUMABLE = parameter('header', 'Tus-Resumable', 'The version of the protocol: `1.0.0`.');
const ID = parameter('path', 'id', 'The last part of `Location`.');
const OFFSET = parameter('header', 'Upload-Offset', 'Bytes received so far.');
const READ_ERRORS: readonly ErrorCode[] = ['unauthorized', 'upload_not_found', 'method_not_allowed'];
const WRITE_ERRORS: readonly ErrorCode[] = [...READ_ERRORS, 'csrf', 'frozen', 'conflict'];
const NOT_SPOKEN = { 412: 'The header `Tus-Resumable` is missing or names another version.' };

/** The calls of tus, which `uploadsApi` does not list. */
export const UPLOAD_PATHS: Paths = {
  [UPLOADS_PATH]: {
    post: describeProtocolCall({
      operationId: 'postApiUploads',
      tag: 'uploads',
      summary: `Open a resumable upload (tus 1.0.0, https://tus.io/protocols/resumable-upload). It is kept for ${UPLOAD_HOURS} hours.`,
      parameters: [
        RESUMABLE,
        parameter('header', 'Upload-Length', 'Size of the file in bytes.'),
        parameter(
          'header',
          'Upload-Metadata',
          `Pairs of a name and a base64 value: \`purpose\` (${UPLOAD_PURPOSES.join(' or ')}, required) and \`filename\`.`,
        ),
      ],
      answers: { 201: 'Opened; `Location` is its address.' },
      errors: [...WRITE_ERRORS, 'file_too_large', 'unsent_full', 'storage_full', 'subscription_required'],
      textErrors: { 400: 'A header of the protocol is wrong.', ...NOT_SPOKEN, 413: 'The file is too large.' },
      needsCsrf: true,
    }),
    options: describeProtocolCall({
      operationId: 'optionsApiUploads',
      tag: 'uploads',
      summary: 'The version and extensions of tus that are supported.',
      answers: { 204: 'In the headers `Tus-Version` and `Tus-Extension`.' },
      isOpen: true,
    }),
  },
  [`${UPLOADS_PATH}/{id}`]: {
    head: describeProtocolCall({
      operationId: 'headApiUploadsId',
      tag: 'uploads',
      summary: 'How much of an own upload was received.',
      parameters: [ID, RESUMABLE],
      answers: { 200: 'In the header `Upload-Offset`.' },
      errors: READ_ERRORS,
      textErrors: NOT_SPOKEN,
    }),
    patch: describeProtocolCall({
      operationId: 'patchApiUploadsId',
      tag: 'uploads',
      summary: 'Send the next bytes of an own upload.',
      parameters: [ID, RESUMABLE, OFFSET],
      sends: 'application/offset+octet-stream',
      answers: { 204: 'Received; `Upload-Offset` is the new size.' },
      errors: WRITE_ERRORS,
      needsCsrf: true,
    }),
    delete: describeProtocolCall({
      operationId: 'deleteApiUploadsId',
      tag: 'uploads',
      summary: 'Discard an own upload.',
      parameters: [ID, RESUMABLE],
      answers: { 204: 'Discarded.' },
      errors: WRITE_ERRORS,
      textErrors: NOT_SPOKEN,
      needsCsrf: true,
    }),
  },
};
