interface CommandHelp {
  /** What follows the name, as the usage shows it. */
  words: string;
  does: string;
  example: string;
}

/** What each command of `npm run admin` does. */
export const ADMIN_HELP = {
  "make-super": {
    words: "<email>",
    does: "Makes a person the owner of the platform. They must have signed in once.",
    example: "make-super ada@example.com",
  },
  export: {
    words: "<store id or key> <file.jsonl[.gz]>",
    does: "Writes a store with its files into one file, to keep it or to move it.",
    example: "export salon-berlin salon.jsonl.gz -c env=prod",
  },
  import: {
    words: "<file.jsonl[.gz]>",
    does: "Opens the store of an exported file. It changes no existing store.",
    example: "import salon.jsonl.gz",
  },
  replay: {
    words: "",
    does: "Sends again what could not be sent: the outbox rows in quarantine. Exits with 1 while some remain.",
    example: "replay -c env=prod",
  },
  restore: {
    words: "<time>",
    does: "Restores the whole table, as it was at a time, into a new one. Prints the setting that uses it.",
    example: "restore 2026-01-31T12:00:00Z -c env=prod",
  },
  "restore-store": {
    words: "<store id> <time> <file.jsonl>",
    does: "Restores one store inside the running table. Writes each record that it replaces into the file.",
    example: "restore-store store_01j9z3k4m5n6p7q8r9s0t1v2w3 2026-01-31T12:00:00Z replaced.jsonl -c env=prod",
  },
  trace: {
    words: "<request id, order number, store id/order number or email address> [log file]",
    does: "Prints the log lines about it, oldest first: of a file, or with -c of the last 30 days on AWS.",
    example: "trace 100033 -c env=prod",
  },
  recount: {
    words: "<store id> <name of the sums> [repair]",
    does: "Computes the sums of a store again, and compares them with those in use, or repairs those.",
    example: "recount store_01j9z3k4m5n6p7q8r9s0t1v2w3 orders repair",
  },
  concurrency: {
    words: "",
    does: "Checks that the reserved concurrency fits the account's quota. Exits with 1 if it does not.",
    example: "concurrency -c env=prod",
  },
} satisfies Record<string, CommandHelp>;

export type AdminCommand = keyof typeof ADMIN_HELP;

/** How to use one command. */
export function usageOf(name: AdminCommand): string {
  const { words, does, example } = ADMIN_HELP[name];
  return `  ${[name, words].filter(Boolean).join(" ")}\n      ${does}\n      npm run admin -- ${example}`;
}

/** How to use all commands. */
export function adminUsage(): string {
  const names = Object.keys(ADMIN_HELP).filter((name): name is AdminCommand => name in ADMIN_HELP);
  return `Use: npm run admin -- <command> [words] [-c env=dev|staging|prod]

With -c, a command acts on that environment on AWS, with your AWS credentials; else on the running local stack. restore,
restore-store and concurrency need -c.

${names.map(usageOf).join("\n\n")}`;
}
