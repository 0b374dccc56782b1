import type { Group, Screen } from "./screen.ts";

const screenFiles = import.meta.glob<{ SCREEN: Screen }>("../**/screen.ts", { eager: true });

export const SCREENS: readonly Screen[] = Object.values(screenFiles)
  .flatMap(({ SCREEN }) => (SCREEN ? [SCREEN] : []))
  .sort((a, b) => (a.navigation?.place ?? 1000) - (b.navigation?.place ?? 1000));

export function screensIn(group: Group): Screen[] {
  return SCREENS.filter(({ navigation }) => navigation?.group === group);
}
