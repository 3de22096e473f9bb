import { UPLOAD_HOURS, UPLOAD_PURPOSES, UPLOADS_PATH } from '@app/contract/files/uploads';
import { CSRF_PARAMETER, describeProtocolCall, type Paths, parameter } from '../../platform/http/openapi.ts';

const RESUMABLE = parameter('header', 'Tus-Resumable', 'The version of the protocol: `1.0.0`.');
const ID = parameter('path', 'id', 'The last part of `Location`.');
const OFFSET = parameter('header', 'Upload-Offset', 'Bytes received so far.');
const REFUSALS = { 401: 'unauthorized', 403: 'csrf, cross_site, frozen', 404: 'upload_not_found' };

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
        CSRF_PARAMETER,
      ],
      answers: { 201: 'Opened; `Location` is its address.', 400: 'invalid_input', ...REFUSALS, 413: 'file_too_large' },
    }),
    options: describeProtocolCall({
      operationId: 'optionsApiUploads',
      tag: 'uploads',
      summary: 'The version and extensions of tus that are supported.',
      answers: { 204: 'In the headers `Tus-Version` and `Tus-Extension`.', 429: 'too_many_requests' },
      isOpen: true,
    }),
  },
  [`${UPLOADS_PATH}/{id}`]: {
    head: describeProtocolCall({
      operationId: 'headApiUploadsId',
      tag: 'uploads',
      summary: 'How much of an own upload was received.',
      parameters: [ID, RESUMABLE],
      answers: { 200: 'In the header `Upload-Offset`.', ...REFUSALS },
    }),
    patch: describeProtocolCall({
      operationId: 'patchApiUploadsId',
      tag: 'uploads',
      summary: 'Send the next bytes of an own upload.',
      parameters: [ID, RESUMABLE, OFFSET, CSRF_PARAMETER],
      sends: 'application/offset+octet-stream',
      answers: {
        204: 'Received; `Upload-Offset` is the new size.',
        400: 'invalid_input',
        ...REFUSALS,
        409: 'conflict',
      },
    }),
    delete: describeProtocolCall({
      operationId: 'deleteApiUploadsId',
      tag: 'uploads',
      summary: 'Discard an own upload.',
      parameters: [ID, RESUMABLE, CSRF_PARAMETER],
      answers: { 204: 'Discarded.', ...REFUSALS },
    }),
  },
};
