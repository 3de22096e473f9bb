import '../switch.module.css';
import type { Site } from '@app/contract/platform/page-host';
import { Suspense } from 'react';
import { Cached } from '../cached.tsx';
import { quietPart } from '../lazy-part.ts';
import styles from './footer.module.css';

const FooterParts = quietPart(async () => (await import('./footer-parts.tsx')).FooterParts);

export interface FooterLink {
  to: string;
  name: string;
}

/**
 * Maximum number of categories, so that the columns have the height of the other footer parts; the list of ads shows
 * every category.
 */
const CATEGORIES_MAX = 12;

export interface FooterProps {
  site: Site;
  categories: readonly FooterLink[];
}

export function Footer({ site, categories }: FooterProps) {
  const { copyrightYears, storeLinks, socialLinks } = site;
  const shown = categories.slice(0, CATEGORIES_MAX);
  return (
    <Cached as="footer" name="footer" by={[copyrightYears, storeLinks, socialLinks, shown]} className={styles.footer}>
      <Suspense>
        <FooterParts site={site} categories={shown} />
      </Suspense>
    </Cached>
  );
}
