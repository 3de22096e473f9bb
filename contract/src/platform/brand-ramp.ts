/** The product's ramp, index 0 (lightest) to 9 (darkest). Filled buttons take 7 on light pages and 4 on dark ones. */
export const RAMP = [
  '#f0f9f5',
  '#daf3e8',
  '#bae8d3',
  '#91d7ba',
  '#65c19d',
  '#3da681',
  '#228665',
  '#146c50',
  '#0e563f',
  '#0c3e2d',
] as const;
