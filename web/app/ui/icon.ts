/** Stroke width of outline icons. */
export const ICON_STROKE = 1.75;
