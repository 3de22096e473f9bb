/** An ad that is promoted now: `promotion` knows which are, `ads` shows them. */
export interface PromotedAd {
  adId: number;
  categoryId: number | null;
  countryId: number | null;
  cityId: number | null;
  /** Has a promoted place at the top of the lists, in turn with the others. */
  isRaised: boolean;
  /** Its card stands out. */
  isHighlighted: boolean;
  /** Of a business: what the law has its card say. */
  advert: { advertiser: string; inn: string; erid: string } | null;
}
