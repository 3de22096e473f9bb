import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call. `public` callers may be signed in; `paid` needs a running subscription; staff are superusers, admins
 * and managers.
 */
export type Access = 'public' | 'user' | 'paid' | 'staff' | 'superuser';

/** Class of a file, detected from the content; limits depend on it. */
export type FileClass = 'image' | 'video' | 'audio' | 'other';

export interface FileField {
  /** `any`: any file; the class is detected from the content. */
  kind: 'image' | 'any';
  maxCount: number;
  maxBytes: number;
  /** With `any`: lower size limits by class. */
  maxBytesOf?: Readonly<Record<FileClass, number>>;
  totalBytes?: number;
  /** Rejected files do not fail the request: the other files are accepted. */
  each?: true;
  /** Files of other names are refused, even when the call has no other field for files. */
  exactName?: true;
}

/** At most `max` calls in `seconds`, counted per address, and per value of the body field `by` when one is named. */
export interface CallLimit {
  max: number;
  seconds: number;
  by?: string;
}

interface EndpointOptions<
  Params extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
> {
  /** Permission needed with `access: 'staff'`; without it any staff may call. */
  permission?: Permission;
  summary: string;
  params?: Params;
  query?: Query;
  /** JSON, urlencoded or, with `files` or `multipart`, multipart/form-data: one schema for all. */
  body?: Body;
  files?: Readonly<Record<string, FileField>>;
  multipart?: boolean;
  response: Response;
  errors?: readonly ErrorCode[];
  /** Text key of the message when the body does not parse; default: the general message. */
  invalidText?: string;
  /** Fields that `invalidText` tells to fill in. A body in which only others are wrong gets a message that names one. */
  invalidTextOf?: readonly string[];
  limit?: CallLimit;
  /** A GET that changes state: guarded like a write. */
  changesState?: boolean;
  /** A POST or PUT that only reads: no idempotency record, still guarded against CSRF. */
  readsOnly?: boolean;
  /** A read that a standby of the database may answer: many ask for it, and nothing is decided by it. */
  standby?: boolean;
  /** How long a response to an anonymous caller may be served from the node's cache, milliseconds. */
  cacheMs?: number;
}

export interface EndpointSpec<
  Params extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  A extends Access = Access,
> extends EndpointOptions<Params, Query, Body, Response> {
  method: Method;
  path: string;
  /** Other spellings of the path. */
  aliases?: readonly string[];
  access: A;
}

export type AnyEndpoint = EndpointSpec;

/** Describes a call of the API. Of several spellings of its path the first is the one that the site uses. */
export function endpoint<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType = z.ZodType,
  const A extends Access = Access,
>(
  method: Method,
  paths: string | readonly string[],
  access: A,
  options: EndpointOptions<Params, Query, Body, Response>,
): EndpointSpec<Params, Query, Body, Response, A> {
  const [path = '', ...aliases] = [paths].flat();
  return { method, path, access, ...(aliases.length > 0 && { aliases }), ...options };
}

// The type of an optional member includes undefined even when the endpoint has a schema; without a schema only
// undefined is left.
type Schema<T> = Exclude<T, undefined>;
type Output<T> = [Schema<T>] extends [never]
  ? undefined
  : Schema<T> extends z.ZodType
    ? z.output<Schema<T>>
    : undefined;
type Input<T> = [Schema<T>] extends [never] ? undefined : Schema<T> extends z.ZodType ? z.input<Schema<T>> : undefined;

export type ParamsOf<E extends AnyEndpoint> = Output<E['params']>;
export type QueryOf<E extends AnyEndpoint> = Output<E['query']>;
export type BodyOf<E extends AnyEndpoint> = Output<E['body']>;
export type ResponseOf<E extends AnyEndpoint> = z.output<E['response']>;

export interface CallInput<E extends AnyEndpoint> {
  params?: Input<E['params']>;
  query?: Input<E['query']>;
  body?: Input<E['body']>;
}

/** Body of every error response. `message` is the text to show, in the request's language. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  fields?: Record<string, string>;
  [detail: string]: unknown;
}
