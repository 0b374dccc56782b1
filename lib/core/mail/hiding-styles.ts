import { Parser } from "htmlparser2";

/** `.name`, `#name`, or an element name with one of these: the selectors by which newsletters hide content. */
const SIMPLE_SELECTOR = /^[a-z][a-z\d]*[.#]-?[_a-z][\w-]*$|^[.#]-?[_a-z][\w-]*$/i;

/** Whether CSS declarations make an element invisible. */
export function hidesContent(declarations: string): boolean {
  const rules = rulesOf(declarations);
  const isNothing = (name: string) => Number.parseFloat(rules.get(name) ?? "1") === 0;
  const isClipped = rules.get("overflow") === "hidden" && (isNothing("max-height") || isNothing("height"));
  const isGone = rules.get("display") === "none" || rules.get("visibility") === "hidden";
  return isGone || isNothing("opacity") || isClipped;
}

/** The selectors that a page's style sheets hide on a wide screen, unless a later rule shows them again. */
export function hiddenSelectors(html: string): ReadonlySet<string> {
  const hidden = new Set<string>();
  if (!/<style/i.test(html)) return hidden;
  for (const [selectors, declarations] of rulesIn(styleSheets(html))) {
    const isShown = (rulesOf(declarations).get("display") ?? "none") !== "none";
    for (const selector of selectors.split(",").map((each) => each.trim())) {
      if (!SIMPLE_SELECTOR.test(selector)) continue;
      if (hidesContent(declarations)) hidden.add(selector);
      else if (isShown) hidden.delete(selector);
    }
  }
  return hidden;
}

function rulesOf(declarations: string): Map<string, string> {
  return new Map(
    declarations
      .toLowerCase()
      .split(";")
      .map((text) => {
        const [name = "", value = ""] = text.split(":");
        return [name.trim(), value.replace("!important", "").trim()];
      }),
  );
}

/** The text of all style elements, except those within comments, such as conditional ones for Outlook. */
function styleSheets(html: string): string {
  let text = "";
  let inside = false;
  const parser = new Parser({
    onopentagname: (name) => {
      inside = name === "style";
    },
    ontext: (part) => {
      if (inside) text += part;
    },
    onclosetag: () => {
      inside = false;
    },
  });
  parser.end(html);
  return text;
}

/** Selectors and declarations of each rule for all screens. Rules within an at-rule, such as `@media`, are left out. */
function rulesIn(css: string): [selectors: string, declarations: string][] {
  const bare = css
    .split("*/")
    .map((part) => part.split("/*", 1)[0])
    .join(" ");
  const rules: [string, string][] = [];
  let depth = 0;
  let selectors = "";
  let before = "";
  for (const part of bare.split(/([{}])/)) {
    if (part === "{") {
      // A preceding @import ends with a semicolon.
      if (depth === 0) selectors = before.slice(before.lastIndexOf(";") + 1).trim();
      depth += 1;
    } else if (part === "}") {
      if (depth === 1 && !selectors.startsWith("@")) rules.push([selectors, before]);
      depth = Math.max(0, depth - 1);
    } else before = part;
  }
  return rules;
}
