/** H.264 profiles whose SPS contains chroma fields. */
const WITH_CHROMA: readonly number[] = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];
const SIDE_MAX = 8192;

class BitReader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(unit: Buffer) {
    const bytes: number[] = [];
    let zeros = 0;
    for (const byte of unit) {
      if (zeros >= 2 && byte === 3) {
        zeros = 0;
        continue;
      }
      zeros = byte === 0 ? zeros + 1 : 0;
      bytes.push(byte);
    }
    this.bytes = Buffer.from(bytes);
  }

  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1) {
      if (this.at >= this.bytes.length * 8) throw new RangeError('too short');
      value = value * 2 + (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1);
      this.at += 1;
    }
    return value;
  }

  unsigned(): number {
    let zeros = 0;
    while (this.read(1) === 0) {
      zeros += 1;
      if (zeros > 31) throw new RangeError('too long');
    }
    return 2 ** zeros - 1 + this.read(zeros);
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2;
  }
}

export function parseSps(unit: Buffer): { width: number; height: number } | undefined {
  try {
    const size = parseSize(new BitReader(unit.subarray(1)));
    return [size.width, size.height].every((side) => side >= 2 && side <= SIDE_MAX) ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function parseSize(bits: BitReader): { width: number; height: number } {
  const profile = bits.read(8);
  bits.read(16);
  bits.unsigned();
  let chroma = 1;
  if (WITH_CHROMA.includes(profile)) {
    chroma = bits.unsigned();
    if (chroma === 3) bits.read(1);
    bits.unsigned();
    bits.unsigned();
    bits.read(1);
    if (bits.read(1) === 1) skipScaling(bits, chroma === 3 ? 12 : 8);
  }
  bits.unsigned();
  const order = bits.unsigned();
  if (order === 0) bits.unsigned();
  else if (order === 1) {
    bits.read(1);
    bits.signed();
    bits.signed();
    for (let left = Math.min(bits.unsigned(), 255); left > 0; left -= 1) bits.signed();
  }
  bits.unsigned();
  bits.read(1);
  const width = (bits.unsigned() + 1) * 16;
  const rows = bits.unsigned() + 1;
  const isProgressive = bits.read(1);
  const height = rows * 16 * (2 - isProgressive);
  if (isProgressive === 0) bits.read(1);
  bits.read(1);
  if (bits.read(1) === 0) return { width, height };
  const [left, right, top, bottom] = [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()];
  const across = chroma === 1 || chroma === 2 ? 2 : 1;
  const down = (chroma === 1 ? 2 : 1) * (2 - isProgressive);
  return { width: width - (left + right) * across, height: height - (top + bottom) * down };
}

function skipScaling(bits: BitReader, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (bits.read(1) === 0) continue;
    let last = 8;
    let next = 8;
    for (let entry = 0; entry < (list < 6 ? 16 : 64); entry += 1) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}
