export interface PromotedAd {
  adId: number;
  categoryId: number | null;
  countryId: number | null;
  cityId: number | null;
  /** Takes turns in the promoted places at the top of lists. */
  isRaised: boolean;
  isHighlighted: boolean;
  /** The advertising label that the law requires for a business. */
  advert: { advertiser: string; inn: string; erid: string } | null;
}
