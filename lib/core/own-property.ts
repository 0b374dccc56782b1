/** What a map has under a name of its own: no text from outside reaches what every object has, such as `constructor`. */
export function ownProperty<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
