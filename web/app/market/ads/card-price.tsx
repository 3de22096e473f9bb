import { type AdPrice, usePriceText } from './use-price-text.ts';

export function CardPrice({ className, ...price }: AdPrice & { className?: string | undefined }) {
  return <span className={className}>{usePriceText()(price)}</span>;
}
