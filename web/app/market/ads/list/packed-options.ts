/** An entry of a drop-down. */
export interface Option {
  id: number;
  name: string;
}

/**
 * Options as one string for the page's data: React Router writes every object, key and number of it separately,
 * which for 245 countries is four times as long.
 */
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
