import { type Domain, listDomains, registerDomains } from '../src/platform/domain/domain.ts';

/** Adds a domain to the list of the process, to hear its events or to answer for others, until the returned function runs. */
export function addDomain(domain: Omit<Domain, 'name'>): () => void {
  const added = { name: 'test', ...domain };
  registerDomains([...listDomains(), added]);
  return () => registerDomains(listDomains().filter((known) => known !== added));
}
