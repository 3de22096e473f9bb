import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

/** Fields that are removed from all log entries. */
const REDACTED = ['*.password', '*.token', '*.authorization', '*.cookie', 'req.headers', '*.secretKey'];

/** Members of errors that name a thing of ours or a code. Others quote values: a row that was refused, an address that took no mail. */
const LOGGED_MEMBERS = [
  ...['code', 'errno', 'syscall', 'status', 'statusCode', 'responseCode', 'command', 'trouble'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
];
const CAUSES_MAX = 5;

const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const PHONE = /\+\d{9,}/g;
const QUOTED = /"[^"]*"|'[^']*'/g;
/** SQLSTATE class of data exceptions, whose messages quote the value; syntax errors of JSON do too. */
const isAboutValue = (error: Error): boolean =>
  error instanceof SyntaxError || ('code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code)));

const withoutContacts = (text: string): string => text.replace(ADDRESS, '<address>').replace(PHONE, '<phone>');

function describeError(error: unknown, causesLeft = CAUSES_MAX): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutContacts(error) : undefined;
  const quoteless = isAboutValue(error) ? error.message.replace(QUOTED, '"…"') : error.message;
  const message = withoutContacts(quoteless);
  const members = LOGGED_MEMBERS.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return {
    type: error.constructor.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...Object.fromEntries(members),
    ...(error.cause !== undefined && causesLeft > 0 && { cause: describeError(error.cause, causesLeft - 1) }),
    ...(error instanceof AggregateError &&
      causesLeft > 0 && { errors: error.errors.map((one) => describeError(one, causesLeft - 1)) }),
  };
}

const describeReason = (reason: unknown) => (typeof reason === 'string' ? withoutContacts(reason) : reason);

const OPTIONS: LoggerOptions = {
  base: undefined,
  redact: REDACTED,
  serializers: {
    err: (error: unknown) => describeError(error),
    reason: describeReason,
    said: describeReason,
  },
};

/** The log of a process. No entry holds a password, token, code, address or text of people, whatever failed. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return destination === undefined ? pino({ ...OPTIONS, level }) : pino({ ...OPTIONS, level }, destination);
}
