import type { Services } from './services.ts';

export interface PartOfServices<Part, Needed extends Pick<Services, 'db'>> {
  (services: Needed): Part;
  /** Tests replace the part of one process by another one. */
  replace(services: Pick<Services, 'db'>, part: Part): void;
}

/** A part that only one domain knows, created when first needed and kept as long as the process's services. */
export function partOfServices<Part, Needed extends Pick<Services, 'db'>>(
  create: (services: Needed) => Part,
): PartOfServices<Part, Needed> {
  const parts = new WeakMap<Services['db'], Part>();
  const get = (services: Needed): Part => {
    const known = parts.get(services.db);
    if (known !== undefined) return known;
    const part = create(services);
    parts.set(services.db, part);
    return part;
  };
  return Object.assign(get, {
    replace: ({ db }: Pick<Services, 'db'>, part: Part) => void parts.set(db, part),
  });
}
