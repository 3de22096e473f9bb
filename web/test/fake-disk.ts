/** In-memory origin private file system and Web Locks, as far as recordings use them. */
interface FakeFile {
  kind: 'file';
  name: string;
  content: Blob;
}

class FakeFolder {
  readonly kind = 'directory';
  readonly name: string;
  readonly #inside = new Map<string, FakeFolder | FakeFile>();

  constructor(name: string) {
    this.name = name;
  }

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<FakeFolder> {
    const found = this.#inside.get(name);
    if (found instanceof FakeFolder) return found;
    if (!create) throw new DOMException(name, 'NotFoundError');
    const made = new FakeFolder(name);
    this.#inside.set(name, made);
    return made;
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<object> {
    const found = this.#inside.get(name);
    if (found === undefined && !create) throw new DOMException(name, 'NotFoundError');
    const file = (found as FakeFile | undefined) ?? { kind: 'file' as const, name, content: new Blob([]) };
    this.#inside.set(name, file);
    return {
      ...file,
      getFile: async () => file.content,
      createWritable: async () => ({
        write: async (content: Blob) => {
          file.content = content;
        },
        close: async () => undefined,
      }),
    };
  }

  async removeEntry(name: string): Promise<void> {
    if (!this.#inside.delete(name)) throw new DOMException(name, 'NotFoundError');
  }

  async *values(): AsyncGenerator<object> {
    for (const [name, one] of [...this.#inside]) yield one instanceof FakeFolder ? one : this.getFileHandle(name);
  }

  paths(): string[] {
    return [...this.#inside].flatMap(([name, one]) =>
      one instanceof FakeFolder ? [`${name}/`, ...one.paths().map((path) => `${name}/${path}`)] : [name],
    );
  }
}

export interface FakeDisk {
  paths(): string[];
  closePages(): void;
}

export function fakeDisk(): FakeDisk {
  const root = new FakeFolder('');
  const held = new Set<string>();
  const request = async (name: string, ...rest: unknown[]): Promise<unknown> => {
    const act = rest.at(-1) as (lock: object | null) => unknown;
    const isAsked = (rest.length > 1 ? (rest[0] as { ifAvailable?: boolean }) : {}).ifAvailable === true;
    if (held.has(name) && isAsked) return act(null);
    held.add(name);
    const done = await act({ name });
    held.delete(name);
    return done;
  };
  Object.defineProperty(navigator, 'storage', { value: { getDirectory: async () => root }, configurable: true });
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  return { paths: () => root.paths(), closePages: () => held.clear() };
}
