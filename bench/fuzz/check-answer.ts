import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Operation } from '../../server/test/trust/hostile/hostile-requests.ts';
import type { Answer } from './send-request.ts';

/** Says what is wrong with an answer, or nothing. */
export type AnswerCheck = (operation: Operation, answer: Answer) => string | undefined;

/** States that staff bring about, so that they are refusals and no defects. */
const INTENDED = new Set(['feature_off', 'requisites_missing']);
const INSIDE = /node_modules|\.ts:\d|\.js:\d|\n\s+at |syntax error at|relation "/;
const DOCUMENT = 'openapi';

/** Holds answers against the status, the type and the schema that the document declares. */
export function checkAgainst(document: object): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, DOCUMENT);
  const compiled = new Map<string, ValidateFunction>();

  const compile = ({ path, method }: Operation, status: number): ValidateFunction => {
    const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema'];
    const pointer = steps.map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = `${DOCUMENT}#/${pointer.join('/')}`;
    const known = compiled.get($ref) ?? ajv.compile({ $ref });
    compiled.set($ref, known);
    return known;
  };

  return (operation, { status, type, body }) => {
    const declared = operation.responses[String(status)];
    const isIntended = status >= 500 && INTENDED.has(codeOf(body));
    if (status >= 500 && !isIntended) return `${status} ${codeOf(body)}`;
    if (declared === undefined) return `${status} ${codeOf(body)} is not declared`;
    if (INSIDE.test(body)) return `${status} tells of the inside`;
    if (declared.content === undefined || operation.method === 'HEAD') return undefined;
    const given = type.split(';', 1)[0] ?? '';
    if (declared.content[given] === undefined) return `${status} comes as ${type}`;
    if (given !== 'application/json') return undefined;
    const validate = compile(operation, status);
    if (validate(JSON.parse(body))) return undefined;
    const [error] = validate.errors ?? [];
    const where = error?.instancePath.replaceAll(/\/\d+/g, '/…');
    return `${status} ${codeOf(body)}: ${where} ${error?.message} ${JSON.stringify(error?.params)}`;
  };
}

function codeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { code?: unknown }).code ?? '');
  } catch {
    return '';
  }
}
