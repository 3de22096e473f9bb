/** Returns the average color from the first bytes of a thumbhash (base64); the site uses no more of it. */
export function averageColor(thumbhash: string): string | undefined {
  if (thumbhash.length < 8) return undefined;
  let bytes: string;
  try {
    bytes = atob(thumbhash.replace(/-/g, '+').replace(/_/g, '/'));
  } catch {
    return undefined;
  }
  const header = bytes.charCodeAt(0) | (bytes.charCodeAt(1) << 8) | (bytes.charCodeAt(2) << 16);
  // Thumbhash packs six bits each of luminance, yellow-blue and red-green.
  const light = (header & 63) / 63;
  const yellowBlue = ((header >> 6) & 63) / 31.5 - 1;
  const redGreen = ((header >> 12) & 63) / 31.5 - 1;
  const blue = light - (2 / 3) * yellowBlue;
  const red = (3 * light - blue + redGreen) / 2;
  const green = red - redGreen;
  const channel = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 255);
  return `rgb(${channel(red)} ${channel(green)} ${channel(blue)})`;
}
