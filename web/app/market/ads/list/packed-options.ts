export interface Option {
  id: number;
  name: string;
}

/** Packs options into one string, because React Router would encode 245 countries four times as long. */
export function packOptions(options: readonly Option[]): string {
  return options.map(({ id, name }) => `${id} ${name}`).join('\n');
}

export function unpackOptions(packed: string): Option[] {
  if (packed === '') return [];
  return packed.split('\n').map((text) => {
    const space = text.indexOf(' ');
    return { id: Number(text.slice(0, space)), name: text.slice(space + 1) };
  });
}
