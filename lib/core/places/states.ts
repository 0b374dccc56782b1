import { ownProperty } from "#core/own-property.ts";
import { countryOf } from "./country-schema.ts";
import { STATE_NAMES } from "./state-names.ts";

/** Countries whose post writes states as codes. In other countries a state is stored as it was typed. */
const WRITTEN_AS_CODES = new Set(["US", "CA", "AU", "BR", "IT"]);

interface States {
  codes: ReadonlyMap<string, string>;
  regions: ReadonlyMap<string, string>;
}
const statesByCountry = new Map<string, States | undefined>();

export function knowsStates(country: string | null | undefined): boolean {
  return statesOf(country) !== undefined;
}

/** The code of a state by its code, its name or both (`CA`, `US-CA`, `California`); `undefined` for an unknown one. */
export function stateOf(
  country: string | null | undefined,
  text: string | null | undefined,
): string | undefined {
  const code = countryOf(country);
  const written = (text ?? "").trim();
  const states = statesOf(country);
  if (!states || !code) return undefined;
  const own = new RegExp(`^${code}[\\s_-]+`, "i");
  return states.codes.get(plainText(written)) ?? states.codes.get(plainText(written.replace(own, "")));
}

/** A state for a stored postal address: its code where the country's post writes codes, else as it was typed. */
export function storedState(
  country: string | null | undefined,
  text: string | null | undefined,
): string | null {
  const isCode = WRITTEN_AS_CODES.has(countryOf(country) ?? "");
  return (isCode ? stateOf(country, text) : undefined) ?? (text || null);
}

/** Whether two texts name the same state, or the first one a province within the second. */
export function isInState(country: string, state: string | null | undefined, named: string): boolean {
  if (!state) return false;
  const [own, other] = [stateOf(country, state), stateOf(country, named)];
  if (!own || !other)
    return !own && !other && comparableState(country, state) === comparableState(country, named);
  return own === other || statesOf(country)?.regions.get(own) === other;
}

/** Indexes of states that none of the countries has; none where a country's states are not known. */
export function unknownStates(countries: readonly string[], states: readonly string[]): number[] {
  if (countries.length === 0 || !countries.every(knowsStates)) return [];
  return states.flatMap((state, index) =>
    countries.some((country) => stateOf(country, state)) ? [] : [index],
  );
}

function statesOf(country: string | null | undefined): States | undefined {
  const code = countryOf(country) ?? "";
  if (!statesByCountry.has(code)) statesByCountry.set(code, parseStates(ownProperty(STATE_NAMES, code)));
  return statesByCountry.get(code);
}

function parseStates(text: string | undefined): States | undefined {
  if (text === undefined) return undefined;
  const codes = new Map<string, string>();
  const regions = new Map<string, string>();
  for (const entry of text.split(";")) {
    const [, code = "", region, names = ""] = /^(\w+)(?:<(\w+))?(?: (.*))?$/s.exec(entry.trim()) ?? [];
    for (const name of [code, ...names.split("|")]) if (name) codes.set(plainText(name), code);
    if (region) regions.set(code, region);
  }
  return { codes, regions };
}

/** A text for comparing states of a country whose states are not known. */
function comparableState(country: string, text: string): string {
  return plainText(text.replace(new RegExp(`^${countryOf(country) ?? "-"}[\\s_-]+`, "i"), ""));
}

function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toUpperCase();
}
