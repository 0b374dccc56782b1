import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that read the whole table run first, while it is small. */
const TABLE_READERS = [
  "everything/secrets",
  "functions/engagement/social/canary",
  "functions/engagement/social/secrecy",
  "functions/commerce/orders/forget",
  "functions/engagement/customers/forget",
  "functions/system/transfer/round-trip",
  "functions/tenancy/storefront/old-tokens",
  "lib/system/deletion/store",
  "lib/system/restore-store",
];

/** Files of ten seconds and more run early, so that none keeps the run waiting at the end. */
const SLOWEST = [
  "browser/pages",
  "browser/shop",
  "browser/starter",
  "infra/synth",
  "lib/commerce/orders/books-model",
  "everything/every-endpoint",
  "everything/nothing-lost",
  "everything/money-back",
  "everything/marked-world",
  "functions/engagement/social/lives",
  "lib/content/media/download",
  "everything/permissions",
  "everything/starved",
  "infra/local-pumps",
  "infra/nag",
  "lib/commerce/orders/races",
  "infra/local-state",
  "functions/system/scripts/run-script",
  "infra/admin",
  "functions/commerce/orders/books",
  "functions/commerce/orders/cash-limits",
  "functions/engagement/social/publish",
  "functions/system/sums/sums",
  "everything/abuse",
  "everything/tokens",
];

const FIRST_FILES = [...TABLE_READERS, ...SLOWEST];

const rank = ({ moduleId }: TestSpecification) => {
  const found = FIRST_FILES.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`));
  return found < 0 ? FIRST_FILES.length : found;
};

export class ListedFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((own) => own.sort((a, b) => rank(a) - rank(b)));
  }
}
