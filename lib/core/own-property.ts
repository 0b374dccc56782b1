/**
 * An object's own value for a name. A name in a request must not reach members that every object has, such as
 * `constructor`.
 */
export function ownProperty<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
