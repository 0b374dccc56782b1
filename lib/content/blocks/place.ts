import { isObject } from "#core/is-object.ts";

const MAX_LABEL = 500;

/** The shape of a place, for error messages. */
export const PLACE_SHAPE = "{coordinates: {lat: -90 to 90, lon: -180 to 180}, label?}";

/** Whether a value is a place: `{coordinates: {lat, lon}, label?}`. */
export function isPlace(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.coordinates)) return false;
  const { label, coordinates } = value;
  const labelled = label === undefined || (typeof label === "string" && label.length <= MAX_LABEL);
  return labelled && isWithin(coordinates.lat, 90) && isWithin(coordinates.lon, 180);
}

function isWithin(angle: unknown, most: number): boolean {
  return typeof angle === "number" && Math.abs(angle) <= most;
}
