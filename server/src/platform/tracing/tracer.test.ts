import { pino } from 'pino';
import { expect, test } from 'vitest';
import { SpanExporter } from './otlp-exporter.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';
import { SPAN_KIND, Tracer } from './tracer.ts';

const HEADER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test.each([
  ['', undefined],
  [undefined, undefined],
  [['a', 'b'], undefined],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', undefined],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', undefined],
  ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', undefined],
  [`${HEADER}\r\nx: y`, undefined],
  [HEADER, HEADER],
])('the header %j names a trace or none', (header, expected) => {
  const parent = parseTraceparent(header);
  expect(parent && formatTraceparent(parent)).toBe(expected);
});

test('the ratio leaves out whole traces, the same ones on every node, whatever their header says', () => {
  const config = { endpoint: 'http://127.0.0.1:1', headers: {}, serviceName: 'okolo', ratio: 0.25 };
  const exporter = new SpanExporter(config, pino({ level: 'silent' }));
  const [one, other] = [new Tracer(exporter, 0.25), new Tracer(exporter, 0.25)];
  const start = { name: 'GET', kind: SPAN_KIND.server };
  const kept = (tracer: Tracer, tail: string) =>
    tracer.startRoot(start, { traceId: tail.padStart(32, '1'), spanId: 'b7ad6b7169203331' }) !== undefined;
  for (const [tail, isKept] of [
    ['000000000000', true],
    ['3fffffffffff', true],
    ['400000000000', false],
    ['ffffffffffff', false],
  ] as const)
    expect([kept(one, tail), kept(other, tail)]).toEqual([isKept, isKept]);
  expect(new Tracer(exporter, 0).startRoot(start)).toBeUndefined();
  expect(new Tracer(exporter, 1).startRoot(start)).toBeDefined();
});
