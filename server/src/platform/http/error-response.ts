import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import type { ErrorCode } from '@app/contract/platform/errors';
import { fieldIssues, issueText } from '@app/contract/platform/input-issues';
import type { Lang } from '@app/contract/platform/languages';
import type { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Texts } from '../texts.ts';

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: { message: string; code: ErrorCode; fields?: Record<string, string>; [detail: string]: unknown };
}

export function toErrorResponse(failure: Failure, texts: Texts, lang: Lang): ErrorResponse {
  const { fields, values, details, retryAfter, text } = failure.options;
  return {
    status: failure.status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) },
    body: {
      ...details,
      message: texts.t(lang, text ?? `errors.${failure.code}`, { seconds: Math.ceil(retryAfter ?? 0), ...values }),
      code: failure.code,
      ...(retryAfter !== undefined && { retry_after: Math.max(1, Math.ceil(retryAfter)) }),
      ...(fields && {
        fields: Object.fromEntries(Object.entries(fields).map(([name, key]) => [name, texts.t(lang, key, values)])),
      }),
    },
  };
}

export type InvalidMessages = Pick<AnyEndpoint, 'invalidText' | 'invalidTextOf'>;

export function invalidInput(error: z.ZodError, texts: Texts, messages: InvalidMessages = {}): Failure {
  const issues = fieldIssues(error);
  const entries = Object.entries(issues).map(([name, kind]) => [name, issueText(name, kind, texts.has)] as const);
  const [first] = entries;
  const { invalidText, invalidTextOf } = messages;
  const isAboutOthers = invalidTextOf?.every((name) => issues[name] !== 'required');
  const fields = Object.fromEntries(entries);
  if (!isAboutOthers || first === undefined) return new Failure('invalid_input', { fields, text: invalidText });
  const [field, text] = first;
  const isOwn = text.startsWith(`errors.field.${field}.`);
  return new Failure('invalid_input', { fields, text: isOwn ? text : 'errors.invalid_field', values: { field } });
}

export function fromFastify(error: { code?: string; statusCode?: number }): Failure | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Failure('invalid_json');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Failure('body_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new Failure('unsupported_body');
    case 'FST_REQ_FILE_TOO_LARGE':
      return new Failure('file_too_large');
    case 'FST_FILES_LIMIT':
      return new Failure('too_many_files');
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PROTO_VIOLATION':
      return new Failure('invalid_input');
    default:
      return error.statusCode !== undefined && error.statusCode in STATUS_CODES
        ? new Failure(STATUS_CODES[error.statusCode] as ErrorCode)
        : undefined;
  }
}

const STATUS_CODES: Record<number, ErrorCode> = {
  400: 'invalid_input',
  404: 'not_found',
  413: 'body_too_large',
  414: 'invalid_input',
  415: 'unsupported_body',
  429: 'too_many_requests',
};
