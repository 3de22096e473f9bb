import { describeProtocolCall, type Paths, parameter } from '../../platform/http/openapi.ts';

const SDP = 'application/sdp';
const CREATED = { 201: 'The SDP answer; `Location` is the session, which DELETE ends.' };
const REFUSALS = {
  400: 'invalid_input: the message names the line',
  415: 'unsupported_body',
  429: 'too_many_requests',
};

/** WHIP (RFC 9725) and WHEP. */
export const STREAM_INGEST_PATHS: Paths = {
  '/whip': {
    post: describeProtocolCall({
      operationId: 'postWhip',
      tag: 'whip',
      summary: 'Send to a stream with an encoder, by an SDP offer. The Bearer token is the stream key.',
      sends: SDP,
      answers: {
        ...{ ...CREATED, ...REFUSALS, 401: 'unauthorized', 409: 'stream_running' },
        ...{ 403: 'frozen, acceptance_required', 429: 'too_many_requests, limited', 503: 'not_ready, feature_off' },
      },
    }),
  },
  '/whip/{resource}': {
    delete: describeProtocolCall({
      operationId: 'deleteWhipResource',
      tag: 'whip',
      summary: 'End the stream.',
      parameters: [parameter('path', 'resource', 'From `Location`.')],
      answers: { 200: 'Ended.', 404: 'not_found' },
      isOpen: true,
    }),
  },
  '/whep/{id}': {
    post: describeProtocolCall({
      operationId: 'postWhepId',
      tag: 'whep',
      summary: 'Watch a stream with a player, by an SDP offer. Streams for everybody need no token.',
      parameters: [parameter('path', 'id', 'Id of the stream.')],
      sends: SDP,
      answers: { ...CREATED, ...REFUSALS, 404: 'not_found', 503: 'not_ready' },
      isOpen: true,
    }),
  },
  '/whep/{id}/{resource}': {
    delete: describeProtocolCall({
      operationId: 'deleteWhepIdResource',
      tag: 'whep',
      summary: 'Stop watching.',
      parameters: [parameter('path', 'id', 'Id of the stream.'), parameter('path', 'resource', 'From `Location`.')],
      answers: { 200: 'Stopped.', 404: 'not_found' },
      isOpen: true,
    }),
  },
};
