import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of ten seconds and more. One that begins last runs on by itself while the other processor has nothing to do. */
const SLOWEST = [
  "infra/synth",
  "every-endpoint",
  "functions/system/scripts/run-script",
  "functions/system/platform/starved",
  "infra/admin",
  "infra/local-state",
  "functions/commerce/orders/forget",
];

const rank = ({ moduleId }: TestSpecification) => {
  const found = SLOWEST.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`));
  return found < 0 ? SLOWEST.length : found;
};

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((own) => own.sort((a, b) => rank(a) - rank(b)));
  }
}
