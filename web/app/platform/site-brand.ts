import type { SiteBrand } from '@app/contract/platform/page-host';
import { logoUrl } from '@app/contract/platform/site-logo';
import { createContext, use } from 'react';

/** What the operator set in place of the product's own name, logo and colors; undefined where nothing is set. */
export const BrandContext = createContext<SiteBrand | undefined>(undefined);

export const useBrand = (): SiteBrand | undefined => use(BrandContext);

/** Address of the picture of shared pages that have none of their own. */
export function useShareImage(publicUrl: string): string {
  const logo = useBrand()?.logo;
  return `${publicUrl}${logo ? logoUrl(logo, 'share') : '/share.png'}`;
}
