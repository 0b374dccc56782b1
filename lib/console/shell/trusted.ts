// The page's policy (Trusted Types) needs a function that checks HTML. Libraries write style elements
// without tags and parse inert documents; anything else is refused.

type Policies = { createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown };

const { trustedTypes }: { trustedTypes?: Policies } = Object(window);

trustedTypes?.createPolicy("default", {
  createHTML(text: string, _type?: string, sink?: string): string {
    if (!text.includes("<") || sink?.startsWith("DOMParser")) return text;
    throw new TypeError("HTML that nobody has looked at is not shown.");
  },
} as { createHTML: (text: string) => string });
