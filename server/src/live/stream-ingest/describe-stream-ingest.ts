import type { ErrorCode } from '@app/contract/platform/errors';
import { describeProtocolCall, type Paths, parameter } from '../../platform/http/openapi.ts';

const SDP = 'application/sdp';
const OFFERED = { sends: SDP, returns: SDP };
const CREATED = { 201: 'The SDP answer; `Location` is the session, which DELETE ends.' };
const STREAM_ID = parameter('path', 'id', 'Id of the stream.');
const RESOURCE = parameter('path', 'resource', 'From `Location`.');
const UNKNOWN: readonly ErrorCode[] = ['not_found', 'method_not_allowed'];

/** WHIP (RFC 9725) and WHEP. `invalid_input` names the line of the offer in its message. */
export const STREAM_INGEST_PATHS: Paths = {
  '/whip': {
    post: describeProtocolCall({
      operationId: 'postWhip',
      tag: 'whip',
      summary: 'Send to a stream with an encoder, by an SDP offer. The Bearer token is the stream key.',
      ...OFFERED,
      answers: CREATED,
      errors: [...UNKNOWN, 'unauthorized', 'frozen', 'acceptance_required', 'stream_running', 'limited'],
    }),
  },
  '/whip/{resource}': {
    delete: describeProtocolCall({
      operationId: 'deleteWhipResource',
      tag: 'whip',
      summary: 'End the stream.',
      parameters: [RESOURCE],
      answers: { 200: 'Ended.' },
      errors: UNKNOWN,
      isOpen: true,
    }),
  },
  '/whep/{id}': {
    post: describeProtocolCall({
      operationId: 'postWhepId',
      tag: 'whep',
      summary: 'Watch a stream with a player, by an SDP offer. Streams for everybody need no token.',
      parameters: [STREAM_ID],
      ...OFFERED,
      answers: CREATED,
      errors: UNKNOWN,
      isOpen: true,
    }),
  },
  '/whep/{id}/{resource}': {
    delete: describeProtocolCall({
      operationId: 'deleteWhepIdResource',
      tag: 'whep',
      summary: 'Stop watching.',
      parameters: [STREAM_ID, RESOURCE],
      answers: { 200: 'Stopped.' },
      errors: UNKNOWN,
      isOpen: true,
    }),
  },
};
