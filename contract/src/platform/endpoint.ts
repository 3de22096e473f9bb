import type { z } from 'zod';
import type { Permission } from '../staff/permissions.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call. `public` callers may still be signed in; `paid` needs a running subscription; staff are superusers, admins and managers. */
export type Access = 'public' | 'user' | 'paid' | 'staff' | 'superuser';

/** What a file is, by its content, where limits depend on it. */
export type FileClass = 'image' | 'video' | 'audio' | 'other';

/** One multipart field that carries files. */
export interface FileField {
  /** `any`: whatever it is, told by its content. */
  kind: 'image' | 'any';
  /** Files accepted under this field in one request. */
  maxCount: number;
  /** Size of one file in bytes. */
  maxBytes: number;
  /** Of `any`: the size of one file by what it turns out to be, where that is less. */
  maxBytesOf?: Readonly<Record<FileClass, number>>;
  /** Size of all files under this field together. */
  totalBytes?: number;
  /** A file that is not taken is refused by itself: the others of the call go on. */
  each?: true;
}

/** At most `max` calls in `seconds`, counted per address, and per value of the body field `by` when it is named. */
export interface CallLimit {
  max: number;
  seconds: number;
  by?: string;
}

export interface EndpointSpec<
  Params extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  method: Method;
  /** Full path with parameters in braces: `/api/board/{id}`. */
  path: string;
  /** Other spellings of the same path. */
  aliases?: readonly string[];
  access: A;
  /** Which of the staff, with `access: 'staff'`; without it all of them. */
  permission?: Permission;
  /** One sentence for the reference at /api/docs. */
  summary: string;
  params?: Params;
  query?: Query;
  /** JSON, urlencoded or, when `files` is there or `multipart` is set, multipart/form-data: one schema for all. */
  body?: Body;
  files?: Readonly<Record<string, FileField>>;
  multipart?: boolean;
  response: Response;
  errors?: readonly ErrorCode[];
  /** Text key of the message when the body does not parse; the general one otherwise. */
  invalidText?: string;
  limit?: CallLimit;
  /** A GET that changes state: guarded like a write. */
  changesState?: boolean;
  /** A POST or PUT that only reads: no idempotency record, still guarded against CSRF. */
  readsOnly?: boolean;
  /** How long an anonymous answer may be served from the node's own cache, milliseconds. */
  cacheMs?: number;
}

export type AnyEndpoint = EndpointSpec;

export function endpoint<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType = z.ZodType,
  const A extends Access = Access,
>(spec: EndpointSpec<Params, Query, Body, Response, A>): EndpointSpec<Params, Query, Body, Response, A> {
  return spec;
}

// An optional member's type includes undefined even where the endpoint has a schema; an endpoint without one has nothing else.
type Schema<T> = Exclude<T, undefined>;
type Output<T> = [Schema<T>] extends [never]
  ? undefined
  : Schema<T> extends z.ZodType
    ? z.output<Schema<T>>
    : undefined;
type Input<T> = [Schema<T>] extends [never] ? undefined : Schema<T> extends z.ZodType ? z.input<Schema<T>> : undefined;

/** What a handler receives, parsed. */
export type ParamsOf<E extends AnyEndpoint> = Output<E['params']>;
export type QueryOf<E extends AnyEndpoint> = Output<E['query']>;
export type BodyOf<E extends AnyEndpoint> = Output<E['body']>;
export type ResponseOf<E extends AnyEndpoint> = z.output<E['response']>;

/** What a caller sends. */
export interface CallInput<E extends AnyEndpoint> {
  params?: Input<E['params']>;
  query?: Input<E['query']>;
  body?: Input<E['body']>;
}

/** What every refusal carries. `message` is the text to show, in the request's language. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  fields?: Record<string, string>;
  [detail: string]: unknown;
}
