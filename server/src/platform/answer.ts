import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/**
 * Compile the writer of an answer. It is the promise and the filter of the contract: members that the schema does not
 * name never leave the server.
 */
export function compileAnswer(schema: z.ZodType): (value: unknown) => string {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as JsonSchema;
  return fastJsonStringify(simplify(json) as Parameters<typeof fastJsonStringify>[0]);
}

// fast-json-stringify answers `anyOf` by validating each branch at run time; our unions are either "or null" or a few
// literals of one type, and both have a plain spelling that costs nothing.
function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (node === null || typeof node !== 'object') return node;
  const { $schema: _schema, format: _format, pattern: _pattern, ...rest } = node as JsonSchema;
  const branches = rest.anyOf;
  if (Array.isArray(branches)) {
    const solid = branches.filter((branch: JsonSchema) => branch.type !== 'null') as JsonSchema[];
    const [first] = solid;
    if (
      first !== undefined &&
      (solid.length === 1 || solid.every((b) => b.const !== undefined && b.type === first.type))
    ) {
      const plain = solid.length === 1 ? (simplify(first) as JsonSchema) : { type: first.type };
      return solid.length < branches.length ? { ...plain, nullable: true } : plain;
    }
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplify(value)]));
}
