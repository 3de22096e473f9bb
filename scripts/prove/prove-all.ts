import type { Part } from './parts.ts';
import { isGreen } from './proof-table.ts';
import { type Proof, type ProveOptions, provePart } from './prove-part.ts';

/** One part after the other, because each wants the machine for itself; a red one ends nothing. */
export async function proveAll(
  parts: readonly Part[],
  options: ProveOptions,
  say: (line: string) => void = console.log,
): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const part of parts) {
    say(`${part.name}: at most ${part.limitMinutes} minutes`);
    const proof = await provePart(part, options);
    proofs.push(proof);
    say(`${part.name}: ${proof.outcome} after ${Math.round(proof.seconds)} s. ${proof.figures.join('; ')}`);
    if (!isGreen(proof)) say(proof.tail.map((line) => `  ${line}`).join('\n'));
  }
  return proofs;
}
