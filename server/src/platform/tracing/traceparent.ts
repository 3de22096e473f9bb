/** W3C Trace Context, https://www.w3.org/TR/trace-context/. */
export interface TraceParent {
  traceId: string;
  spanId: string;
}

const FORMAT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NOTHING = /^0+$/;

/** Undefined for a header that names no trace. Its flag is not heeded: strangers do not decide what is recorded here. */
export function parseTraceparent(header: unknown): TraceParent | undefined {
  const [, traceId, spanId] = (typeof header === 'string' && !header.startsWith('ff') && FORMAT.exec(header)) || [];
  if (traceId === undefined || spanId === undefined || NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId };
}

export const formatTraceparent = ({ traceId, spanId }: TraceParent): string => `00-${traceId}-${spanId}-01`;
